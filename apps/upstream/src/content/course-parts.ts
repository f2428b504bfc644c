import { paiseOf } from '@meridian/contracts/enrolment/pricing';
import type { LearningObjective, SectionItem } from '@meridian/contracts/site/courses/course';
import { dayOf } from '../schedule/calendar.ts';
import type { BatchRule } from '../schedule/rules.ts';
import { type BatchRuleEntry, type CourseEntry, weekdays } from './course-file.ts';
import { htmlOf } from './markdown.ts';

/** Numbers of the accordion sections, for the ids of their items. */
const sectionNumbers = { curriculum: 1, about_certification: 2, prerequisites: 3, faq: 4 } as const;
export type SectionName = keyof typeof sectionNumbers;

/** Parts that depend only on the course file. They are cached for each version of the file. */
export interface CourseParts {
  entry: CourseEntry;
  sections: Record<SectionName, readonly SectionItem[]>;
  learningObjectives: readonly LearningObjective[];
  batchRules: readonly BatchRule[];
}

function batchRuleOf(rule: BatchRuleEntry, course: CourseEntry): BatchRule {
  return {
    recurrence: {
      weekday: weekdays.indexOf(rule.starts_on),
      everyWeeks: rule.every_weeks,
      firstDay: dayOf(rule.first),
      ahead: rule.ahead,
    },
    classDays: rule.class_days,
    soldElsewhere: rule.sold_elsewhere,
    common: {
      rule_key: rule.key,
      start_time: rule.start_time,
      end_time: rule.end_time,
      mode: rule.mode,
      city: rule.city ?? null,
      venue_state: rule.venue_state ?? null,
      online_class_room: rule.online_class_room,
      trainer: rule.instructor_name,
      fee_paise: paiseOf(rule.fee ?? course.fee),
      discount_fee_paise: paiseOf(rule.discount_fee ?? course.discount_fee),
      seats: rule.seats ?? null,
      joining: rule.joining ?? null,
    },
  };
}

function sectionItems(course: CourseEntry, section: SectionName): SectionItem[] {
  const firstId = (course.id * 10 + sectionNumbers[section]) * 1_000;
  return course[section].map(({ name, description }, index) => ({
    id: firstId + index + 1,
    name,
    description: htmlOf(description),
  }));
}

/** Renders the texts of a course and parses its batch rules. */
export function courseParts(entry: CourseEntry): CourseParts {
  return {
    entry,
    sections: {
      curriculum: sectionItems(entry, 'curriculum'),
      about_certification: sectionItems(entry, 'about_certification'),
      prerequisites: sectionItems(entry, 'prerequisites'),
      faq: sectionItems(entry, 'faq'),
    },
    learningObjectives: entry.learning_objectives,
    batchRules: entry.batches.map((rule) => batchRuleOf(rule, entry)),
  };
}
