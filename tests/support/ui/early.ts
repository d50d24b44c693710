const id = 'inkwell-early-0';

/** Announces in the document's head that its end will contain the reply to such a call. */
export function announceEarly(account: string, call: string): void {
  const meta = document.createElement('meta');
  meta.name = 'inkwell-early';
  meta.content = call;
  Object.assign(meta.dataset, { account, block: id });
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
