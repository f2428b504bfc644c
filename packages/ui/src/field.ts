import type { ReactNode } from 'react';

/** What every labelled field takes besides the attributes of its input. */
export interface FieldProps {
  id: string;
  label: ReactNode;
  error?: string;
  optional?: boolean;
  /** Id of another field whose error message is about this one too. */
  alsoMarkedBy?: string;
}

/** The attributes that tell assistive technology of a field's state and message. */
export function inputAttributes({ id, error, optional, alsoMarkedBy }: FieldProps) {
  const describedBy = error ? `${id}-error` : alsoMarkedBy && `${alsoMarkedBy}-error`;
  return {
    'aria-invalid': describedBy ? true : undefined,
    'aria-describedby': describedBy,
    'aria-required': optional ? undefined : true,
  };
}
