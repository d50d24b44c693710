/** A channel's color for users who haven't chosen one. */
export const channelColors: readonly string[] =
  '#5a8fd6 #d1604f #3f9e74 #b9822b #8e6fc9 #2f9aa8 #c2589a #6f8f3a #a8563a #4f74b8 #b14a6b #3d8f8f #94772f #7a5bb0 #4c9a52 #b06a3c #5779a6 #a34f8a #597f3f #9a5656'.split(
    ' ',
  );

/**
 * The same for everyone, so that people can refer to it. Channels created one after the other
 * differ.
 */
export function colorOf(stream_id: number): string {
  return channelColors[stream_id % channelColors.length]!;
}
