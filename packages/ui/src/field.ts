import type { ReactNode } from 'react';

/** Props of every labelled field, in addition to the attributes of its input. */
export interface FieldProps {
  id: string;
  label: ReactNode;
  error?: string;
  optional?: boolean;
  /** Id of another field whose error message also concerns this field. */
  alsoMarkedBy?: string;
}

/** @returns the ARIA attributes for the state and the error of an input */
export function inputAttributes({ id, error, optional, alsoMarkedBy }: FieldProps) {
  const describedBy = error ? `${id}-error` : alsoMarkedBy && `${alsoMarkedBy}-error`;
  return {
    'aria-invalid': describedBy ? true : undefined,
    'aria-describedby': describedBy,
    'aria-required': optional ? undefined : true,
  };
}
