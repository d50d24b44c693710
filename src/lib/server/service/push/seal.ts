/** Encrypts a text so that only the device can read it (libsodium's sealed box). Returns base64. */
export async function sealForDevice(text: string, push_public_key: string): Promise<string> {
  // Imported on demand, because it is a lot of code that most servers don't use.
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  const key = new Uint8Array(Buffer.from(push_public_key, 'base64'));
  return Buffer.from(sodium.crypto_box_seal(text, key)).toString('base64');
}
