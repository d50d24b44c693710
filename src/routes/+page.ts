import { redirect } from '@sveltejs/kit';
import { browser } from '$app/environment';

/** A link such as `/#narrow/…` is followed from there; a browser keeps its hash by itself. */
export function load() {
  redirect(307, `/drafts${browser ? location.hash : ''}`);
}
