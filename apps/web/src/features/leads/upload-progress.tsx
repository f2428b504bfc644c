/** Progress of an upload. */
export function UploadProgress({ what, share }: { what: string; share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="grid gap-1.5 text-sm">
      <span id="upload-progress" className="flex justify-between font-semibold">
        Uploading your {what} <span className="[font-variant-numeric:tabular-nums]">{percent}%</span>
      </span>
      <progress
        aria-labelledby="upload-progress"
        value={percent}
        max={100}
        className="h-2 w-full overflow-hidden rounded-sm accent-brand"
      />
    </div>
  );
}
