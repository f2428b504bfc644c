/** A message to everyone in a batch: write it, preview it with the number of recipients, send it. */

import type { ActionPreview } from '@meridian/contracts/operators/actions';
import { type BatchPage, maxMessage, maxSubject } from '@meridian/contracts/operators/console/batches';
import { Button } from '@meridian/ui/button';
import { TextAreaField, TextField } from '@meridian/ui/text-field';
import { type FormEvent, useState } from 'react';
import { deskApi } from '../../api/desk-api.ts';
import { messageOf } from '../../api/failure.ts';
import { useAction, WhatHappens } from '../../parts/act.tsx';
import { Dialog } from '../../parts/dialog.tsx';

type MessagePreview = ActionPreview<'batches.send-message'>;

interface Message {
  subject: string;
  text: string;
}

function Problem({ error }: { error: unknown }) {
  return (
    <p role="alert" className="font-semibold text-alert-strong empty:hidden">
      {error ? messageOf(error) : ''}
    </p>
  );
}

function Write({
  batch,
  message,
  onPreview,
}: {
  batch: BatchPage;
  message: Message;
  onPreview(message: Message, preview: MessagePreview): void;
}) {
  const [preview, { isLoading, error }] = deskApi.usePreviewMessageMutation();
  async function look(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const written = { subject: String(form.get('subject') ?? ''), text: String(form.get('text') ?? '') };
    const { data } = await preview({ id: batch.id, ...written });
    if (data) onPreview(written, data);
  }
  return (
    <form onSubmit={(event) => void look(event)} className="grid gap-4">
      <TextField
        id="message-subject"
        name="subject"
        label="Subject"
        maxLength={maxSubject}
        defaultValue={message.subject}
        required
      />
      <TextAreaField
        id="message-text"
        name="text"
        label="Text (greeting and footer are added)"
        rows={8}
        maxLength={maxMessage}
        defaultValue={message.text}
        required
      />
      <Problem error={error} />
      <Button type="submit" busy={isLoading}>
        Preview message
      </Button>
    </form>
  );
}

function Look({
  batch,
  message,
  preview,
  onBack,
  onClose,
}: {
  batch: BatchPage;
  message: Message;
  preview: MessagePreview;
  onBack(): void;
  onClose(): void;
}) {
  const { run, isLoading, error } = useAction('batches.send-message');
  const { confirm, lines, rendered } = preview;
  async function send(): Promise<void> {
    if (await run({ id: batch.id, ...message, confirm })) onClose();
  }
  return (
    <div className="grid gap-4">
      <WhatHappens>
        {lines.map((line, index) => (
          <li key={line}>{index === 0 ? `To ${line}` : line}</li>
        ))}
        <li>Each address gets the message once. A sent email cannot be recalled.</li>
      </WhatHappens>
      {rendered ? (
        <section aria-label="Preview" className="rounded-md border border-line p-3">
          <h3 className="mb-2 text-base break-words">{rendered.subject}</h3>
          <p className="text-sm break-words whitespace-pre-wrap">{rendered.text}</p>
        </section>
      ) : (
        <p>No booked seats: the message has no recipients.</p>
      )}
      <Problem error={error} />
      <div className="flex flex-wrap gap-2">
        <Button busy={isLoading} disabled={rendered === null} onClick={() => void send()}>
          Send message
        </Button>
        <Button tone="outline" onClick={onBack}>
          Edit the message
        </Button>
      </div>
    </div>
  );
}

export function MessageDialog({ batch, onClose }: { batch: BatchPage; onClose(): void }) {
  const [message, setMessage] = useState<Message>({ subject: '', text: '' });
  const [preview, setPreview] = useState<MessagePreview>();
  return (
    <Dialog title="Message everyone" open staticBackdrop onClose={onClose}>
      {preview ? (
        <Look
          batch={batch}
          message={message}
          preview={preview}
          onClose={onClose}
          onBack={() => setPreview(undefined)}
        />
      ) : (
        <Write
          batch={batch}
          message={message}
          onPreview={(written, found) => {
            setMessage(written);
            setPreview(found);
          }}
        />
      )}
    </Dialog>
  );
}
