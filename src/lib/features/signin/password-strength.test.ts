import { describe, expect, it } from 'vitest';
import { ratePassword } from './password-strength';

const own = ['Ada Lovelace', 'ada@engine.example', 'Engine Works'];

describe('ratePassword', () => {
  it.each([
    ['', 'short'],
    ['Xk9$a', 'short'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['abcdefghijklmnop', 'weak'],
    ['password1', 'weak'],
    ['lovelace-engine', 'weak'],
    ['tulip7river', 'fair'],
    ['correct horse battery staple', 'strong'],
    ['k7$Rw!2pZq9#', 'strong'],
    ['春眠不覚暁処処聞啼鳥', 'strong'],
  ])('rates %j as %s', (password, strength) => {
    expect(ratePassword(password, own)).toBe(strength);
  });
});
