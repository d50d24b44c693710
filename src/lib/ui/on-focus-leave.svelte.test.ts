import { describe, expect, it, vi } from 'vitest';
import { onFocusLeave } from './on-focus-leave';

function setup() {
  document.body.innerHTML = '<div><textarea></textarea><button>In</button></div><input />';
  const [frame, field, inside, outside] = ['div', 'textarea', 'button', 'input'].map((name) =>
    document.querySelector<HTMLElement>(name)!,
  ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  const left = vi.fn();
  onFocusLeave(frame, left);
  field.focus();
  return { frame, field, inside, outside, left };
}

describe('onLeave', () => {
  it('tells when the focus has gone elsewhere, not when it goes on within', async () => {
    const { inside, outside, left } = setup();
    inside.focus();
    await Promise.resolve();
    expect(left).not.toHaveBeenCalled();
    outside.focus();
    await Promise.resolve();
    expect(left).toHaveBeenCalledOnce();
  });

  it('tells when it has gone nowhere', async () => {
    const { field, left } = setup();
    field.blur();
    await Promise.resolve();
    expect(left).toHaveBeenCalledOnce();
  });

  it('keeps still while another window is in front and the caret waits here', async () => {
    const { field, left } = setup();
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    await Promise.resolve();
    expect(left).not.toHaveBeenCalled();
  });

  it('keeps still when the element is taken away with the focus in it', async () => {
    const { frame, left } = setup();
    frame.remove();
    await Promise.resolve();
    expect(left).not.toHaveBeenCalled();
  });
});
