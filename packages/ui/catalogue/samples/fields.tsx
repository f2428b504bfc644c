import { useState } from 'react';
import { CheckboxField } from '../../src/checkbox-field.tsx';
import { FieldError } from '../../src/field-error.tsx';
import { SearchBox } from '../../src/search-box.tsx';
import { TextAreaField, TextField } from '../../src/text-field.tsx';
import { type ComponentSamples, longWords } from '../sample.ts';

function Search({ id, text }: { id: string; text: string }) {
  const [value, setValue] = useState(text);
  return <SearchBox id={id} label="Search the blog" value={value} onChange={setValue} />;
}

export const fieldSamples: readonly ComponentSamples[] = [
  {
    component: 'Text field',
    samples: [
      { state: 'empty', content: <TextField id="text-empty" label="First Name" /> },
      { state: 'filled', content: <TextField id="text-filled" label="First Name" defaultValue="Asha" /> },
      {
        state: 'focus',
        content: <TextField id="text-focus" label="First Name" data-state="focus-visible" />,
      },
      { state: 'optional', content: <TextField id="text-optional" label="Company" optional /> },
      {
        state: 'error',
        content: (
          <TextField id="text-error" label="Email" defaultValue="asha@" error="Enter a valid email address" />
        ),
      },
      { state: 'disabled', content: <TextField id="text-disabled" label="Course" value="Scrum" disabled /> },
      {
        state: 'long text',
        content: (
          <TextField
            id="text-long"
            label={longWords}
            defaultValue={longWords}
            error={`${longWords} is too long`}
          />
        ),
      },
      { state: 'several lines', content: <TextAreaField id="area" label="Message" optional /> },
      {
        state: 'several lines, error',
        content: <TextAreaField id="area-error" label="Message" error="Tell us what you need" />,
      },
    ],
  },
  {
    component: 'Checkbox field',
    samples: [
      { state: 'empty', content: <CheckboxField id="box-empty" label="I accept the terms" /> },
      {
        state: 'ticked',
        content: <CheckboxField id="box-ticked" label="I accept the terms" defaultChecked />,
      },
      {
        state: 'error, long text',
        content: <CheckboxField id="box-error" label={longWords} error="Accept the terms to continue" />,
      },
    ],
  },
  {
    component: 'Field error',
    samples: [
      { state: 'message', content: <FieldError id="message" message="Choose a file of type PDF" /> },
      { state: 'empty', content: <FieldError id="no-message" /> },
    ],
  },
  {
    component: 'Search box',
    samples: [
      { state: 'empty', content: <Search id="search-empty" text="" /> },
      { state: 'filled', content: <Search id="search-filled" text={longWords} /> },
    ],
  },
];
