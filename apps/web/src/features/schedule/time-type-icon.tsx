import { Clock, type LucideIcon, Moon, Sun, Sunrise } from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  morning: Sunrise,
  day: Sun,
  afternoon: Sun,
  evening: Moon,
  night: Moon,
};

/** The time of day as a picture; the words stand beside it. */
export function TimeTypeIcon({ timeType }: { timeType: string }) {
  const key = timeType.trim().toLowerCase();
  const Icon = (Object.hasOwn(icons, key) ? icons[key] : undefined) ?? Clock;
  return <Icon aria-hidden="true" />;
}
