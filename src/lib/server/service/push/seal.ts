import sodium from 'libsodium-wrappers';

/** Seals a text so that only the device opens it (libsodium's sealed box); base64. */
export async function seal(text: string, push_public_key: string): Promise<string> {
  await sodium.ready;
  const key = new Uint8Array(Buffer.from(push_public_key, 'base64'));
  return Buffer.from(sodium.crypto_box_seal(text, key)).toString('base64');
}
