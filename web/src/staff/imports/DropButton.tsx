import { importTexts, useDropImport } from '@/acts/staff/imports'
import type { Import } from '@/api/types'
import { Button } from '@/kit/Button'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

/** Drops an import without a confirmation, because the file can be sent again. */
export function DropButton({ importJob, onDropped }: { importJob: Import; onDropped: () => void }) {
  const drop = useDropImport(importJob, onDropped)
  return (
    <>
      <Button
        variant="quiet"
        busy={drop.isPending}
        busyLabel={texts.check.dropped}
        onClick={() => drop.mutate()}
      >
        {texts.check.drop}
      </Button>
      {drop.isError && <Message text={`❌ ${errorText(drop.error, importTexts.dropFailed)}`} />}
    </>
  )
}
