import { Link } from '@tanstack/react-router'
import { FileText, QrCode } from 'lucide-react'
import type { Customer } from '@/api/types'
import { CopyAct } from './CopyAct'
import { texts } from './texts'

interface RowActsProps {
  customer: Customer
  mayCopyId: boolean
  onShowQr: (customer: Customer) => void
}

/** Icons whose names show on hover and focus; touch screens always show them. */
export function RowActs({ customer, mayCopyId, onShowQr }: RowActsProps) {
  const { id, name } = customer
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed within text
    <span role="group" aria-label={texts.actsOf(name)} className="row-acts">
      <Link to="/app/customers/$id" params={{ id }} aria-label={texts.detailOf(name)} className="row-act">
        <FileText aria-hidden="true" className="size-5" />
        <span className="act-name">{texts.detail}</span>
      </Link>
      <button
        type="button"
        aria-label={texts.qrOf(name)}
        className="row-act"
        onClick={() => onShowQr(customer)}
      >
        <QrCode aria-hidden="true" className="size-5" />
        <span className="act-name">{texts.qr}</span>
      </button>
      {mayCopyId && <CopyAct id={id} name={name} />}
    </span>
  )
}
