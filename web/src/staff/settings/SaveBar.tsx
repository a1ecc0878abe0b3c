import { settingTexts } from '@/acts/staff/settings'
import { Button } from '@/kit/Button'
import { FormResult } from '@/kit/form/FormResult'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { faultyNames } from './settingsForm'
import { texts } from './texts'
import type { SettingsEditing } from './useSettings'

export function SaveBar({ settings: { form, preview, owed, isSaving } }: { settings: SettingsEditing }) {
  const wrong = faultyNames(form.errors, form.values)
  return (
    <div className="save-bar">
      {wrong.length > 0 && owed === null ? (
        <Message text={texts.notSaved(wrong)} />
      ) : preview.isError ? (
        <Message text={`❌ ${errorText(preview.error, settingTexts.previewFailed)}`} />
      ) : (
        <FormResult
          form={form}
          labels={texts.fields}
          done={settingTexts.done}
          failed={settingTexts.failed}
          isQuiet={owed !== null}
        />
      )}
      <Button type="submit" busy={isSaving && owed === null} busyLabel={texts.saving}>
        {texts.save}
      </Button>
    </div>
  )
}
