import { expect, type Page } from '@playwright/test';
import type { Inkwell } from '../inkwell';
import { signIn } from '../session';

interface ChannelReply {
  readonly stream_id: number;
  readonly name: string;
  readonly is_archived: boolean;
}

/** A channel as the server returns it, at any level. */
export async function channelOn(
  server: Inkwell,
  account: string,
  name: string,
): Promise<ChannelReply | undefined> {
  const params = { include_all: 'true', exclude_archived: 'false', include_default: 'true' };
  const { streams } = await server.api(account, 'GET', '/streams', params);
  return (streams as ChannelReply[]).find((one) => one.name === name);
}

interface Sides {
  readonly server: Inkwell;
  readonly url: string;
  /** The creator's page; `watching` is another user's. */
  readonly page: Page;
  readonly account: string;
  readonly watching: Page;
  readonly other: string;
  readonly name: string;
  /** The server is older, so what it lacks isn't offered. */
  readonly isOld?: boolean;
}

const rowsOf = (page: Page) => page.getByRole('listbox', { name: 'Channels' }).getByRole('option');

/**
 * A channel is created, appears immediately for another user, and is changed, muted, archived,
 * unarchived and left.
 */
export async function channelLife(sides: Sides): Promise<void> {
  const { server, url, page, account, watching, other, name, isOld = false } = sides;
  await signIn(watching.context(), server, other, url);
  await watching.goto(`${url}/channels`);
  const theirs = rowsOf(watching);
  await expect(theirs.first()).toBeVisible();
  await watching.getByRole('searchbox', { name: 'Search channels' }).fill(name);

  await signIn(page.context(), server, account, url);
  await page.goto(`${url}/inbox`);
  await page.getByRole('link', { name: 'Channels' }).first().click();
  await page.getByRole('button', { name: 'New channel' }).click();
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(field).toBeFocused();
  const create = page.getByRole('button', { name: 'Create channel' });
  // When refused, the form keeps what was typed.
  await field.fill('general');
  await create.click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveValue('general');
  await field.fill(name);
  await page.getByRole('textbox', { name: 'Description' }).fill('Where the wind is');
  await page.getByRole('combobox', { name: 'Who can post' }).selectOption('Moderators and above');
  await create.click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  await expect(theirs.filter({ hasText: name })).toContainText('Where the wind is');
  expect(await channelOn(server, account, name)).toMatchObject({ stream_post_policy: 4 });

  await theirs.filter({ hasText: name }).click();
  await watching.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(watching.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
  await page.getByRole('link', { name: 'People', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: '2 people' })).toBeVisible();
  const people = page.getByRole('listbox', { name: 'People' }).getByRole('option');
  await people.first().click();
  await expect(page).toHaveURL(/\/people\/\d+$/);
  await page.goBack();

  await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Kites, and where the wind is');
  await page
    .getByRole('combobox', { name: 'Who can post' })
    .selectOption('Everyone, including guests');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(`#${name} saved`).first()).toBeVisible();
  await expect(theirs.filter({ hasText: name })).toContainText('Kites, and');
  expect(await channelOn(server, account, name)).toMatchObject({ stream_post_policy: 1 });

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('switch', { name: 'Pin channel to top' }).click();
  await expect(page.getByRole('option').filter({ hasText: name })).toContainText('Pinned');
  await page.getByRole('button', { name: 'Archive this channel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  const isArchived = async () => (await channelOn(server, account, name))?.is_archived;
  await expect.poll(isArchived).toBe(true);
  if (isOld) {
    // On such a server archiving can't be undone.
    await expect(theirs).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    return;
  }
  await expect(watching.getByText('no one can post in it').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(watching.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
  expect(await isArchived()).toBe(false);
  await watching.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(watching.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
}

interface Many {
  readonly server: Inkwell;
  readonly url: string;
  readonly page: Page;
  /** The same account in another browser. */
  readonly elsewhere: Page;
  readonly account: string;
  /** The account that created the channels. */
  readonly maker: string;
  /** Prefix of the names of three channels. */
  readonly word: string;
  /** Uses touch on a phone instead of the keyboard. */
  readonly byTouch?: boolean;
}

/**
 * Three channels are subscribed to, muted and left together, each undone; another browser sees it.
 */
export async function manyChannels({
  server,
  url,
  page,
  elsewhere,
  account,
  maker,
  word,
  byTouch = false,
}: Many): Promise<void> {
  const names = ['ash', 'elm', 'oak'].map((tree) => ({ name: `${word} ${tree}` }));
  const made = { subscriptions: JSON.stringify(names) };
  await server.api(maker, 'POST', '/users/me/subscriptions', made);
  const own = async () => {
    const { subscriptions } = await server.api(account, 'GET', '/users/me/subscriptions');
    const ours = (subscriptions as { name: string; is_muted: boolean }[]).filter((one) =>
      one.name.startsWith(word),
    );
    return [ours.length, ours.filter(({ is_muted }) => is_muted).length];
  };
  for (const one of [page, elsewhere]) {
    await signIn(one.context(), server, account, url);
    await one.goto(`${url}/channels`);
    await one.getByRole('searchbox', { name: 'Search channels' }).fill(word);
    await expect(rowsOf(one)).toHaveCount(3);
  }
  const rows = rowsOf(page);
  const mutedThere = rowsOf(elsewhere).filter({ hasText: 'Muted' });
  /**
   * All labels of a row are rendered, but only rows of channels without subscription show this one.
   */
  const outside = rows.getByText('Subscribe', { exact: true }).filter({ visible: true });
  const notices = page.getByLabel('Notifications');
  const byKeys = async (key: string) => {
    await page.getByRole('listbox', { name: 'Channels' }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press(key);
  };
  const byFinger = async (title: string) => {
    await page.getByRole('button', { name: 'Select', exact: true }).tap();
    for (const row of await rows.all()) await row.tap();
    await page.getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('menuitem', { name: title, exact: true }).tap();
  };
  const all = async (key: string, title: string, toast: string) => {
    await (byTouch ? byFinger(title) : byKeys(key));
    await expect(notices.getByText(toast)).toBeVisible();
  };
  const undo = async () => {
    const button = notices.getByRole('button', { name: 'Undo' });
    await (byTouch ? button.tap() : button.click());
  };
  await all('a', 'Subscribe', 'Subscribed to 3 channels');
  await expect.poll(own).toEqual([3, 0]);
  await expect(outside).toHaveCount(0);
  await undo();
  await expect.poll(own).toEqual([0, 0]);
  await expect(outside).toHaveCount(3);
  await all('a', 'Subscribe', 'Subscribed to 3 channels');
  await expect(outside).toHaveCount(0);
  await all('Shift+M', 'Mute', '3 channels muted');
  await expect.poll(own).toEqual([3, 3]);
  await expect(mutedThere).toHaveCount(3);
  await undo();
  await expect(mutedThere).toHaveCount(0);
  await expect.poll(own).toEqual([3, 0]);
  await expect(rows.filter({ hasText: 'Muted' })).toHaveCount(0);
  await all('a', 'Unsubscribe', 'You left 3 channels');
  await expect.poll(own).toEqual([0, 0]);
  await expect(outside).toHaveCount(3);
  await undo();
  await expect.poll(own).toEqual([3, 0]);
}

const whole = 'Matches and *training*';

/** A channel is created with every setting; when one field is refused, the others are kept. */
export async function channelWithAll(server: Inkwell, url: string, page: Page): Promise<void> {
  const folder = `Sports ${Date.now()}`;
  const made = await server.api('owner', 'POST', '/channel_folders/create', { name: folder });
  const { user_groups } = await server.api('owner', 'GET', '/user_groups');
  const idOf = (name: string) =>
    (user_groups as { id: number; name: string }[]).find((group) => group.name === name)?.id;
  await signIn(page.context(), server, 'owner', url);
  await page.goto(`${url}/channels/new`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const pick = (field: string, value: string) =>
    page.getByRole('combobox', { name: field, exact: true }).selectOption(value);
  await name.fill('general');
  await page.getByRole('textbox', { name: 'Description' }).fill(whole);
  await pick('Who can post', 'Members and above');
  await page.getByText('Folder and defaults').click();
  await pick('Folder', folder);
  await page.getByRole('switch', { name: 'Add new people automatically' }).click();
  await page.getByText('Membership', { exact: true }).click();
  await pick('Who can subscribe themselves', 'Members and above');
  await pick('Who can add people', 'Moderators and above');
  await pick('Who can remove people', 'Moderators and above');
  await pick('Who can administer this channel', 'Administrators and owners');
  await page.getByText('Topics and messages', { exact: true }).click();
  await pick('Topics', 'Topics are required');
  await pick('Keep messages', 'For a set number of days');
  await page.getByRole('textbox', { name: 'Number of days' }).fill('30');
  await pick('Who can move messages to other topics', 'Members and above');
  await pick('Who can move messages to other channels', 'Moderators and above');
  await pick('Who can resolve topics', 'Members and above');
  await pick('Who can delete their own messages', 'Members and above');
  await pick('Who can delete any message', 'Moderators and above');
  await page.getByRole('switch', { name: 'Notify the people you add' }).click();
  const words = page.getByRole('region', { name: 'What this means' });
  await expect(words).toContainText('Everyone except guests can post.');
  const create = page.getByRole('button', { name: 'Create channel' });
  await create.click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Number of days' })).toHaveValue('30');
  // The typed text is restored.
  await page.reload();
  await expect(name).toHaveValue('general');
  const unique = `sports ${Date.now()}`;
  await name.fill(unique);
  await create.click();
  await expect(page.getByRole('heading', { name: unique, level: 2 })).toBeVisible();
  const [members, moderators] = [idOf('role:members'), idOf('role:moderators')];
  expect(await channelOn(server, 'owner', unique)).toMatchObject({
    description: whole,
    invite_only: false,
    is_web_public: false,
    subscriber_count: 1,
    folder_id: made['channel_folder_id'],
    topics_policy: 'disable_empty_topic',
    message_retention_days: 30,
    history_public_to_subscribers: true,
    is_default: true,
    can_send_message_group: members,
    can_subscribe_group: members,
    can_add_subscribers_group: moderators,
    can_remove_subscribers_group: moderators,
    can_administer_channel_group: idOf('role:administrators'),
    can_move_messages_within_channel_group: members,
    can_move_messages_out_of_channel_group: moderators,
    can_resolve_topics_group: members,
    can_delete_own_message_group: members,
    can_delete_any_message_group: moderators,
  });
}

/**
 * The same on a server of level 247: parameters it lacks aren't sent, the others in its older
 * format.
 */
export async function channelOfBefore(server: Inkwell, url: string, page: Page): Promise<void> {
  const { user_groups } = await server.api('owner', 'GET', '/user_groups');
  const moderators = (user_groups as { id: number; name: string }[]).find(
    (group) => group.name === 'role:moderators',
  )?.id;
  await signIn(page.context(), server, 'owner', url);
  await page.goto(`${url}/channels/new`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const pick = (field: string, value: string) =>
    page.getByRole('combobox', { name: field, exact: true }).selectOption(value);
  await name.fill('general');
  await page.getByRole('textbox', { name: 'Description' }).fill(whole);
  await pick('Who can see it', 'Private');
  await page.getByRole('switch', { name: 'New subscribers can read earlier messages' }).click();
  await pick('Who can post', 'Full members and above');
  await page.getByText('Folder and defaults').click();
  await page.getByText('Membership', { exact: true }).click();
  await pick('Who can remove people', 'Moderators and above');
  await page.getByText('Topics and messages', { exact: true }).click();
  await pick('Keep messages', 'For a set number of days');
  await page.getByRole('textbox', { name: 'Number of days' }).fill('30');
  const form = page.getByRole('form', { name: 'New channel' });
  await expect(form.getByRole('combobox')).toHaveCount(5);
  const create = page.getByRole('button', { name: 'Create channel' });
  await create.click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  const unique = `sports ${Date.now()}`;
  await name.fill(unique);
  await create.click();
  await expect(page.getByRole('heading', { name: unique, level: 2 })).toBeVisible();
  expect(await channelOn(server, 'owner', unique)).toMatchObject({
    description: whole,
    invite_only: true,
    history_public_to_subscribers: false,
    message_retention_days: 30,
    stream_post_policy: 3,
    subscriber_count: 1,
    can_remove_subscribers_group: moderators,
  });
}

/**
 * The same on a server of level 372: without folders, topic policies, and permissions to move and
 * delete.
 */
export async function channelOf372(server: Inkwell, url: string, page: Page): Promise<void> {
  const { user_groups } = await server.api('owner', 'GET', '/user_groups');
  const idOf = (name: string) =>
    (user_groups as { id: number; name: string }[]).find((group) => group.name === name)?.id;
  await signIn(page.context(), server, 'owner', url);
  await page.goto(`${url}/channels/new`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const pick = (field: string, value: string) =>
    page.getByRole('combobox', { name: field, exact: true }).selectOption(value);
  await name.fill('general');
  await page.getByRole('textbox', { name: 'Description' }).fill(whole);
  await pick('Who can post', 'Members and above');
  await page.getByText('Folder and defaults').click();
  await page.getByText('Membership', { exact: true }).click();
  await pick('Who can subscribe themselves', 'Members and above');
  await pick('Who can add people', 'Moderators and above');
  await pick('Who can remove people', 'Moderators and above');
  await pick('Who can administer this channel', 'Administrators and owners');
  await page.getByText('Topics and messages', { exact: true }).click();
  await pick('Keep messages', 'For a set number of days');
  await page.getByRole('textbox', { name: 'Number of days' }).fill('30');
  const form = page.getByRole('form', { name: 'New channel' });
  await expect(form.getByRole('combobox')).toHaveCount(8);
  const create = page.getByRole('button', { name: 'Create channel' });
  await create.click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  const unique = `sports ${Date.now()}`;
  await name.fill(unique);
  await create.click();
  await expect(page.getByRole('heading', { name: unique, level: 2 })).toBeVisible();
  const [members, moderators] = [idOf('role:members'), idOf('role:moderators')];
  expect(await channelOn(server, 'owner', unique)).toMatchObject({
    description: whole,
    message_retention_days: 30,
    subscriber_count: 1,
    can_send_message_group: members,
    can_subscribe_group: members,
    can_add_subscribers_group: moderators,
    can_remove_subscribers_group: moderators,
    can_administer_channel_group: idOf('role:administrators'),
  });
}
