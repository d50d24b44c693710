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

describe('onFocusLeave', () => {
  it('calls back when the focus has moved elsewhere, not when it moves within', async () => {
    const { inside, outside, left } = setup();
    inside.focus();
    await Promise.resolve();
    expect(left).not.toHaveBeenCalled();
    outside.focus();
    await Promise.resolve();
    expect(left).toHaveBeenCalledOnce();
  });

  it('calls back when nothing has the focus', async () => {
    const { field, left } = setup();
    field.blur();
    await Promise.resolve();
    expect(left).toHaveBeenCalledOnce();
  });

  it('doesn’t call back while another window is in front and the caret stays', async () => {
    const { field, left } = setup();
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    await Promise.resolve();
    expect(left).not.toHaveBeenCalled();
  });

  it('doesn’t call back when the element is removed with the focus in it', async () => {
    const { frame, left } = setup();
    frame.remove();
    await Promise.resolve();
    expect(left).not.toHaveBeenCalled();
  });
});
