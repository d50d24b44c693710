import * as v from 'valibot';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { ServerSubmission } from '../../client/submission/server-submission.svelte';
import SchemaForm from './SchemaForm.svelte';

it('shows a refusal at the only field, and keeps what was typed since', async () => {
  const answers = [1, 2].map(() => Promise.withResolvers<string | undefined>());
  const sent: unknown[] = [];
  await render(SchemaForm, {
    label: 'Name',
    fields: [{ name: 'full_name', schema: v.string(), label: 'Name', value: 'Ada' }],
    submitLabel: 'Save',
    submission: new ServerSubmission(),
    request: (values) => ({ send: () => answers[sent.push(values) - 1]!.promise }),
  });
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Ada!');
  await userEvent.keyboard('{Enter}');
  answers[0]!.resolve('No marks, please.');
  await expect.element(name).toHaveAccessibleDescription('No marks, please.');
  await expect.element(name).toHaveValue('Ada!');
  await name.fill('Ada L.');
  // A changed field is no longer wrong.
  await expect.element(name).not.toHaveAttribute('aria-invalid');
  await userEvent.keyboard('{Enter}');
  await name.fill('Ada Lovelace');
  answers[1]!.resolve(undefined);
  await expect.element(page.getByRole('button')).not.toHaveAttribute('aria-busy', 'true');
  await expect.element(name).toHaveValue('Ada Lovelace');
  expect(sent).toEqual([{ full_name: 'Ada!' }, { full_name: 'Ada L.' }]);
});
