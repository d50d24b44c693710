import { expect, it, onTestFinished, vi } from 'vitest';
import { aState } from '../../../../tests/support/state';
import { playNotificationSound } from './notification-sound';

const zulip = aState({ zulip_version: '10.2', zulip_feature_level: 372 });

/** Addresses of the files that are played; each can be had or not. */
function listen(canBeHad: boolean) {
  const played: string[] = [];
  const spy = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    played.push(new URL(this.src).pathname);
    return canBeHad ? Promise.resolve() : Promise.reject(new Error('not there'));
  });
  const tones = vi.spyOn(AudioContext.prototype, 'resume');
  onTestFinished(() => {
    spy.mockRestore();
    tones.mockRestore();
  });
  return { played, tones };
}

it('is the file of the server where that has its own sounds', async () => {
  const { played, tones } = listen(true);
  await playNotificationSound('swish', zulip);
  await playNotificationSound('soft bell', zulip);
  expect(played).toEqual([
    expect.stringMatching(/^\/static\/audio\/notification_sounds\/swish\.(?:ogg|mp3)$/),
    expect.stringMatching(/\/soft%20bell\./),
  ]);
  expect(tones).not.toHaveBeenCalled();
});

it('is a tone of ours where the file can not be had, and on a service of ours', async () => {
  const { played, tones } = listen(false);
  await playNotificationSound('swish', zulip);
  expect(tones).toHaveBeenCalledTimes(1);
  await playNotificationSound('harp', aState());
  expect(played).toHaveLength(1);
});

it('is nothing where nothing is wanted', async () => {
  const { played, tones } = listen(true);
  await playNotificationSound('none', zulip);
  expect(played).toEqual([]);
  expect(tones).not.toHaveBeenCalled();
});
