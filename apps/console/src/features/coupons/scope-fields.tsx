import { formatDay } from '@meridian/contracts/format-time';
/**
 * Fields for the courses, categories and batches to which a coupon applies. If nothing is ticked, the coupon
 * applies to all.
 */
import type { CourseChoice } from '@meridian/contracts/operators/console/desk';
import { Loading } from '@meridian/ui/notice';
import { useState } from 'react';
import { deskApi } from '../../api/desk-api.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectField, Tick } from '../../parts/form-fields.tsx';

export interface CouponScope {
  courses: number[];
  categories: string[];
  batches: number[];
}

/** @returns the ticked values of a form with `ScopeFields` */
export const scopeOf = (form: FormData): CouponScope => ({
  courses: form.getAll('courses').map(Number),
  categories: form.getAll('categories').map(String),
  batches: form.getAll('batches').map(Number),
});

type Option<Value> = readonly [value: Value, label: string];

/** Options to tick. Ticked values that the options do not contain come first. */
function Ticks<Value extends number | string>({
  name,
  legend,
  options,
  chosen,
  onChoose,
}: {
  name: string;
  legend: string;
  options: readonly Option<Value>[];
  chosen: readonly Option<Value>[];
  onChoose(chosen: readonly Option<Value>[]): void;
}) {
  const isIn = (list: readonly Option<Value>[], value: Value) => list.some(([one]) => one === value);
  const shown = [...chosen.filter(([value]) => !isIn(options, value)), ...options];
  if (shown.length === 0) return null;
  return (
    <fieldset className="max-h-48 overflow-auto rounded-md border border-line px-3 pb-1">
      <legend className="text-sm font-semibold">{legend}</legend>
      {shown.map((option) => (
        <Tick
          key={option[0]}
          name={name}
          value={option[0]}
          checked={isIn(chosen, option[0])}
          onChange={(isChosen) =>
            onChoose(isChosen ? [...chosen, option] : chosen.filter(([one]) => one !== option[0]))
          }
          label={option[1]}
        />
      ))}
    </fieldset>
  );
}

type Chosen = readonly (readonly [id: number, label: string])[];
const unnamed = (ids: readonly number[]): Chosen => ids.map((id) => [id, String(id)] as const);

/** Lists the batches of one course at a time. Ticked batches of other courses stay ticked. */
function OfCourse({ courses, given }: { courses: readonly CourseChoice[]; given: CouponScope }) {
  const [slug, setSlug] = useState('');
  const [whole, setWhole] = useState(unnamed(given.courses));
  const [batches, setBatches] = useState(unnamed(given.batches));
  const { currentData, error, refetch } = deskApi.useCatalogueScheduleQuery(slug, { skip: slug === '' });
  const ofCourse: Chosen = currentData ? [[currentData.id, currentData.name]] : [];
  const ofBatches: Chosen = currentData
    ? currentData.batches.map(
        ({ id, start_date: day }) => [id, `${currentData.name}, ${formatDay(day)}`] as const,
      )
    : [];
  return (
    <div className="grid gap-2">
      <SelectField
        id="of-course"
        label="Course"
        value={slug}
        onChange={(event) => setSlug(event.target.value)}
      >
        <option value="">Choose a course</option>
        {courses.map((course) => (
          <option key={course.slug} value={course.slug}>
            {course.name}
          </option>
        ))}
      </SelectField>
      {error ? <FailureNotice error={error} retry={refetch} /> : null}
      {slug !== '' && !currentData && !error ? <Loading /> : null}
      <Ticks name="courses" legend="Whole courses" options={ofCourse} chosen={whole} onChoose={setWhole} />
      <Ticks name="batches" legend="Batches" options={ofBatches} chosen={batches} onChoose={setBatches} />
    </div>
  );
}

const nothing: CouponScope = { courses: [], categories: [], batches: [] };

export function ScopeFields({ given = nothing }: { given?: CouponScope }) {
  const { data, error, refetch } = deskApi.useCourseChoicesQuery();
  const [categories, setCategories] = useState<readonly Option<string>[]>(
    given.categories.map((slug) => [slug, slug]),
  );
  if (!data) return error ? <FailureNotice error={error} retry={refetch} /> : <Loading />;
  const ofCategories = new Map(data.map(({ category }) => [category.slug, category.name]));
  return (
    <div className="grid gap-3">
      <Ticks
        name="categories"
        legend="Categories"
        options={[...ofCategories]}
        chosen={categories}
        onChoose={setCategories}
      />
      <OfCourse courses={data} given={given} />
    </div>
  );
}
