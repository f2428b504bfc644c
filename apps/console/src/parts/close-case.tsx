import type { CaseStatement } from '@meridian/contracts/operators/actions/cases';
import type { CaseRow } from '@meridian/contracts/operators/console/orders';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { ActionDialog } from './act.tsx';
import { SelectField, textOf } from './form-fields.tsx';

/** Closes a case. The operator enters the outcome. */
export function CloseCase({ one }: { one: CaseRow }) {
  const [isOpen, setIsOpen] = useState(false);
  if (one.statements.length === 0) return null;
  return (
    <div className="mt-1">
      <Button size="sm" tone="quiet" onClick={() => setIsOpen(true)}>
        Close this case
      </Button>
      {isOpen ? (
        <ActionDialog
          title={one.description}
          label="Close the case"
          action="cases.close"
          inputOf={(form) => ({
            id: one.id,
            statement: textOf(form, 'statement') as CaseStatement,
            note: String(form.get('note')),
          })}
          consequences={['Closing the case refunds no money.']}
          asksWhy
          onClose={() => setIsOpen(false)}
        >
          <SelectField id="statement" name="statement" label="Outcome" required>
            {one.statements.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
        </ActionDialog>
      ) : null}
    </div>
  );
}
