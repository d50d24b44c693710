import { redirect } from '@sveltejs/kit';

/** A former page: redirects to the pages for drafts and scheduled messages, which replaced it. */
export function load({ url: { searchParams } }) {
  const [, kind, key] =
    /^(draft|scheduled|reminder)-(.+)$/.exec(searchParams.get('entry') ?? '') ?? [];
  const group = searchParams.get('group');
  if (kind === 'draft') redirect(307, `/drafts?draft=${encodeURIComponent(key!)}`);
  if (kind === 'scheduled') redirect(307, `/scheduled?message=${encodeURIComponent(key!)}`);
  if (kind === 'reminder') redirect(307, `/scheduled?message=reminder-${encodeURIComponent(key!)}`);
  redirect(307, group === 'scheduled' || group === 'reminder' ? '/scheduled' : '/drafts');
}
