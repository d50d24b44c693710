import Apple from '@lucide/svelte/icons/apple';
import Car from '@lucide/svelte/icons/car';
import Clock from '@lucide/svelte/icons/clock';
import Flag from '@lucide/svelte/icons/flag';
import Hash from '@lucide/svelte/icons/hash';
import Lightbulb from '@lucide/svelte/icons/lightbulb';
import PawPrint from '@lucide/svelte/icons/paw-print';
import Smile from '@lucide/svelte/icons/smile';
import Trophy from '@lucide/svelte/icons/trophy';
import UsersRound from '@lucide/svelte/icons/users-round';
import { m } from '$lib/paraglide/messages';
import type { Icon } from '../../../ui/icon';
import { catalogue, groups, type Emoji, type Group } from './catalogue';
import type { Section } from './grid';

interface Category extends Section<Emoji> {
  readonly icon: Icon;
}

const looks: Readonly<Record<Group, readonly [title: () => string, icon: Icon]>> = {
  smileys: [m.emoji_smileys, Smile],
  people: [m.emoji_people, UsersRound],
  nature: [m.emoji_nature, PawPrint],
  food: [m.emoji_food, Apple],
  travel: [m.emoji_travel, Car],
  activities: [m.emoji_activities, Trophy],
  objects: [m.emoji_objects, Lightbulb],
  symbols: [m.emoji_symbols, Hash],
  flags: [m.emoji_flags, Flag],
};

/** In the order of the picker: what was used lately first, where there is any. */
export function categoriesOf(recent: readonly string[]): readonly Category[] {
  const known = groups.map((id): Category => {
    const [title, icon] = looks[id];
    return { id, title: title(), icon, items: catalogue.get(id) ?? [] };
  });
  const byKey = new Map(known.flatMap(({ items }) => items).map((emoji) => [emoji.key, emoji]));
  const items = recent.flatMap((key) => byKey.get(key) ?? []);
  return items.length === 0
    ? known
    : [{ id: 'recent', title: m.emoji_recent(), icon: Clock, items }, ...known];
}
