import type { ReactNode } from 'react';

/** Props of every labelled field, besides its input's attributes. */
export interface FieldProps {
  id: string;
  label: ReactNode;
  error?: string;
  optional?: boolean;
  /** Id of another field whose error also concerns this one. */
  alsoMarkedBy?: string;
}

/** ARIA attributes of an input's state and error. */
export function inputAttributes({ id, error, optional, alsoMarkedBy }: FieldProps) {
  const describedBy = error ? `${id}-error` : alsoMarkedBy && `${alsoMarkedBy}-error`;
  return {
    'aria-invalid': describedBy ? true : undefined,
    'aria-describedby': describedBy,
    'aria-required': optional ? undefined : true,
  };
}
