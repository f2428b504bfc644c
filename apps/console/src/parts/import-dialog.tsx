/** Imports a CSV file. A preview first lists the file's errors by line, or its changes. */
import { readFileText, unreadableFile } from '@meridian/contracts/file-text';
import type { ActionPreview, ActionResult } from '@meridian/contracts/operators/actions';
import { type ReactNode, useState } from 'react';
import { TextAreaField } from './form-fields.tsx';
import { TwoSteps } from './two-steps.tsx';

type ImportName = 'batches.import' | 'coupons.import' | 'opt-outs.import';

function Faults({ faults }: { faults: NonNullable<ActionPreview<ImportName>['faults']> }) {
  return (
    <ul aria-label="Errors" className="grid max-h-80 gap-1 overflow-auto">
      {faults.map(({ line, column, message }) => (
        <li key={`${line} ${column} ${message}`}>
          Line {line}
          {column ? `, ${column}` : ''}: {message}
        </li>
      ))}
    </ul>
  );
}

interface ImportDialogProps<Name extends ImportName> {
  action: Name;
  title: string;
  /** Describes the columns of the file. */
  columns: ReactNode;
  /** Label of the button that imports. */
  label: string;
  /** Additional text in the preview. */
  consequences?: string;
  done?(result: ActionResult<Name>): ReactNode;
  onClose(): void;
}

/** A chosen file, or pasted lines, which have no name. */
interface Source {
  name: string;
  csv: string;
  problem: string;
}

const nothing: Source = { name: '', csv: '', problem: '' };

export function ImportDialog<Name extends ImportName>(props: ImportDialogProps<Name>) {
  const { action, title, columns, label, consequences, done, onClose } = props;
  const [source, setSource] = useState(nothing);
  async function choose(file: File | undefined): Promise<void> {
    if (!file) return setSource(nothing);
    const csv = readFileText(new Uint8Array(await file.arrayBuffer()));
    setSource({ name: file.name, csv: csv ?? '', problem: csv === undefined ? unreadableFile : '' });
  }
  return (
    <TwoSteps
      action={action}
      title={title}
      inputOf={() => ({ csv: source.csv }) as never}
      show={({ done: sentence, faults = [] }) => (
        <>
          <p>{[sentence, faults.length === 0 ? consequences : ''].filter(Boolean).join(' ')}</p>
          {faults.length > 0 ? <Faults faults={faults} /> : null}
        </>
      )}
      labelOf={({ faults = [] }) => (faults.length > 0 ? null : label)}
      {...(done && { done })}
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft">{columns}</p>
      <label className="grid gap-1 text-sm font-semibold">
        File (CSV)
        <input
          type="file"
          name="csv"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </label>
      {source.problem ? (
        <p role="alert" className="font-semibold text-alert-strong">
          {source.problem}
        </p>
      ) : null}
      {source.name === '' ? (
        <TextAreaField
          id="lines"
          name="csv"
          label="Or paste the lines"
          rows={8}
          value={source.csv}
          onChange={({ target }) => setSource({ ...nothing, csv: target.value })}
          required
        />
      ) : null}
    </TwoSteps>
  );
}
