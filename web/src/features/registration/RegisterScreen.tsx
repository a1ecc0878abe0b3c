import { Notice } from '@/ui/Notice'
import { texts } from './texts'

/** Where customers register themselves at the business `businessId`. */
export function RegisterScreen({ businessId }: { businessId: string | null }) {
  return (
    <div className="grid gap-6">
      <h1 className="font-sign text-poster font-extrabold">{texts.title}</h1>
      {!businessId && (
        <Notice tone="warning" title={texts.missingBusiness.title}>
          {texts.missingBusiness.detail}
        </Notice>
      )}
    </div>
  )
}
