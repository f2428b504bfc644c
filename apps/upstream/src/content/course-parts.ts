import type { LearningObjective, SectionItem } from '@meridian/contracts/site/courses/course';
import { batchKeyNumber } from '../schedule/batch-id.ts';
import type { BatchRule } from '../schedule/batches.ts';
import { dayOf } from '../schedule/calendar.ts';
import { type BatchRuleEntry, type CourseEntry, weekdays } from './course-file.ts';
import { htmlOf } from './markdown.ts';

/** Accordion sections, numbered for the ids of their items. */
const sectionNumbers = { curriculum: 1, about_certification: 2, prerequisites: 3, faq: 4 } as const;
export type SectionName = keyof typeof sectionNumbers;

/** Parts that depend only on the course file; cached per version. */
export interface CourseParts {
  entry: CourseEntry;
  sections: Record<SectionName, readonly SectionItem[]>;
  learningObjectives: readonly LearningObjective[];
  batchRules: readonly BatchRule[];
}

function percentOff(fee: number, discountFee: number): number {
  return fee > 0 ? Math.round(((fee - discountFee) / fee) * 100) : 0;
}

function batchRuleOf(rule: BatchRuleEntry, course: CourseEntry): BatchRule {
  const fee = rule.fee ?? course.fee;
  const discountFee = rule.discount_fee ?? course.discount_fee;
  return {
    keyNumber: batchKeyNumber(rule.key),
    recurrence: {
      weekday: weekdays.indexOf(rule.starts_on),
      everyWeeks: rule.every_weeks,
      firstDay: dayOf(rule.first),
      ahead: rule.ahead,
    },
    lengthDays: rule.days,
    classDays: rule.class_days,
    seats: rule.seats,
    soldElsewhere: rule.sold_elsewhere,
    common: {
      day_type: rule.day_type,
      time_type: rule.time_type,
      start_time: rule.start_time,
      end_time: rule.end_time,
      online_class_room: rule.online_class_room,
      instructor_name: rule.instructor_name,
      instructor_image: '',
      city: rule.city ?? '',
      ...(rule.joining !== undefined && { joining: rule.joining }),
      price_off: percentOff(fee, discountFee),
      fee,
      discount_fee: discountFee,
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

/** Renders a course's texts and parses its batch rules. */
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
