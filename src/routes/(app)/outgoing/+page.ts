import { redirect } from '@sveltejs/kit';

/** A page that was: what stood on it stands on those of drafts and of what is scheduled. */
export function load({ url: { searchParams } }) {
  const [, kind, key] =
    /^(draft|scheduled|reminder)-(.+)$/.exec(searchParams.get('entry') ?? '') ?? [];
  const group = searchParams.get('group');
  if (kind === 'draft') redirect(307, `/drafts?draft=${encodeURIComponent(key!)}`);
  if (kind === 'scheduled') redirect(307, `/scheduled?message=${encodeURIComponent(key!)}`);
  if (kind === 'reminder') redirect(307, `/scheduled?message=reminder-${encodeURIComponent(key!)}`);
  redirect(307, group === 'scheduled' || group === 'reminder' ? '/scheduled' : '/drafts');
}
