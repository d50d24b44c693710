/** Seals a text so that only the device opens it (libsodium's sealed box); base64. */
export async function sealForDevice(text: string, push_public_key: string): Promise<string> {
  // Much code, which most servers have no use for.
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  const key = new Uint8Array(Buffer.from(push_public_key, 'base64'));
  return Buffer.from(sodium.crypto_box_seal(text, key)).toString('base64');
}
