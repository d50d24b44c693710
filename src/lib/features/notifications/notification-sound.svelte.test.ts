import { expect, it, onTestFinished, vi } from 'vitest';
import { aState } from '../../../../tests/support/state';
import { playNotificationSound } from './notification-sound';

const zulip = aState({ zulip_version: '10.2', zulip_feature_level: 372 });

/** Returns the URLs of the files that are played. `canBeHad`: whether files can be loaded. */
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

it('plays the server’s file if the server has its own sounds', async () => {
  const { played, tones } = listen(true);
  await playNotificationSound('swish', zulip);
  await playNotificationSound('soft bell', zulip);
  expect(played).toEqual([
    expect.stringMatching(/^\/static\/audio\/notification_sounds\/swish\.(?:ogg|mp3)$/),
    expect.stringMatching(/\/soft%20bell\./),
  ]);
  expect(tones).not.toHaveBeenCalled();
});

it('plays a generated tone if the file can’t be loaded or the server is Inkwell', async () => {
  const { played, tones } = listen(false);
  await playNotificationSound('swish', zulip);
  expect(tones).toHaveBeenCalledTimes(1);
  await playNotificationSound('harp', aState());
  expect(played).toHaveLength(1);
});

it('plays nothing if sounds are off', async () => {
  const { played, tones } = listen(true);
  await playNotificationSound('none', zulip);
  expect(played).toEqual([]);
  expect(tones).not.toHaveBeenCalled();
});
