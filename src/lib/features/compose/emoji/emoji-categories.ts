import Apple from '@lucide/svelte/icons/apple';
import Car from '@lucide/svelte/icons/car';
import Clock from '@lucide/svelte/icons/clock';
import Flag from '@lucide/svelte/icons/flag';
import Hash from '@lucide/svelte/icons/hash';
import Lightbulb from '@lucide/svelte/icons/lightbulb';
import PawPrint from '@lucide/svelte/icons/paw-print';
import Smile from '@lucide/svelte/icons/smile';
import Trophy from '@lucide/svelte/icons/trophy';
import Sparkles from '@lucide/svelte/icons/sparkles';
import UsersRound from '@lucide/svelte/icons/users-round';
import { m } from '$lib/paraglide/messages';
import type { IconComponent } from '../../../ui/icon';
import { emojiCatalog, emojiGroups, type Emoji, type EmojiGroup } from './emoji-catalog';
import type { GridSection } from './grid-rows';

interface Category extends GridSection<Emoji> {
  readonly icon: IconComponent;
}

const looks: Readonly<Record<EmojiGroup, readonly [title: () => string, icon: IconComponent]>> = {
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

/**
 * Categories in the picker's order: recently used first, and the organization's custom emoji if it
 * has any.
 */
export function emojiCategoriesOf(
  recent: readonly string[],
  own: readonly Emoji[],
): readonly Category[] {
  const all = emojiCatalog();
  const known = emojiGroups.map((id): Category => {
    const [title, icon] = looks[id];
    return { id, title: title(), icon, items: all.get(id) ?? [] };
  });
  const offered = [...own, ...known.flatMap(({ items }) => items)];
  const byKey = new Map(offered.map((emoji) => [emoji.key, emoji]));
  const used = recent.flatMap((key) => byKey.get(key) ?? []);
  const special: readonly Category[] = [
    { id: 'recent', title: m.emoji_recent(), icon: Clock, items: used },
    { id: 'own', title: m.emoji_own(), icon: Sparkles, items: own },
  ];
  return [...special.filter(({ items }) => items.length > 0), ...known];
}
