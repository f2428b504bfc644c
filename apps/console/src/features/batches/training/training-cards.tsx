/** Cards about a class: attendance, certificates and feedback. */
import type { BatchPage } from '@meridian/contracts/operators/console/batches';
import { Loading } from '@meridian/ui/notice';
import { followed } from '../../../api/api.ts';
import { deskApi } from '../../../api/desk-api.ts';
import { messageOf } from '../../../api/failure.ts';
import { Card } from '../../../parts/facts.tsx';
import { Attendance } from './attendance.tsx';
import { Certificates } from './certificates.tsx';
import { Feedback } from './feedback.tsx';

export function TrainingCards({ batch }: { batch: BatchPage }) {
  const { data, error } = deskApi.useBatchClassQuery(batch.id, followed);
  if (!data)
    return (
      <Card title="Attendance">
        {error ? (
          <p role="alert" className="font-semibold text-alert-strong">
            {messageOf(error)}
          </p>
        ) : (
          <Loading />
        )}
      </Card>
    );
  return (
    <>
      <Attendance batch={batch} page={data} />
      <Certificates batch={batch} page={data} />
      <Feedback feedback={data.feedback} />
    </>
  );
}
