const id = 'inkwell-state';

/** Announces in the document's head that its end will contain the account's state. */
export function announceEarly(account: string): void {
  const meta = document.createElement('meta');
  meta.name = 'inkwell-early';
  meta.dataset['account'] = account;
  document.head.append(meta);
}

/** Like the parser: the element exists before its text, and what follows it comes last. */
export function beginEarly(status = 200): (text: string) => void {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = id;
  block.dataset['status'] = String(status);
  document.body.append(block);
  return (text) => {
    block.append(text);
    document.body.append('\n');
  };
}

export function forgetEarly(): void {
  for (const one of document.querySelectorAll(`[name=inkwell-early], #${id}`)) one.remove();
}
