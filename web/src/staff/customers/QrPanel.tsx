import { useQuery } from '@tanstack/react-query'
import { Download, ExternalLink, Printer } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useSignedIn } from '@/api'
import { businessQuery } from '@/api/customers'
import { qrDownload, qrPictureUrl } from '@/api/qrPicture'
import { isAdminLevel } from '@/api/session'
import type { Customer } from '@/api/types'
import { QrCard } from '@/card/stamp-card/QrCard'
import { QrPicture } from '@/card/stamp-card/QrPicture'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { PrintSheet } from '@/kit/PrintSheet'
import { texts } from './texts'

interface QrPanelProps {
  customer: Pick<Customer, 'id' | 'name' | 'qrUrl'>
  children?: ReactNode
}

export function QrPanel({ customer, children }: QrPanelProps) {
  const { role } = useSignedIn()
  const { data: business } = useQuery(businessQuery())
  const [printing, setPrinting] = useState(false)
  const stopPrinting = useCallback(() => setPrinting(false), [])
  const card = (
    <QrCard businessName={business?.name ?? ''} look={business} customerName={customer.name}>
      <QrPicture src={qrPictureUrl(customer)} alt={texts.qr.image(customer.name)} size={192} />
    </QrCard>
  )
  return (
    <div className="grid justify-items-center gap-4">
      {card}
      <div className="flex flex-wrap justify-center gap-2">
        {isAdminLevel(role) && (
          <a
            href={qrPictureUrl(customer)}
            target="_blank"
            rel="noreferrer"
            className={buttonLook({ variant: 'secondary' })}
          >
            <Words icon={<ExternalLink aria-hidden="true" className="size-5" />}>{texts.qr.open}</Words>
          </a>
        )}
        <a {...qrDownload(customer)} className={buttonLook({ variant: 'secondary' })}>
          <Words icon={<Download aria-hidden="true" className="size-5" />}>{texts.qr.download}</Words>
        </a>
        <Button
          variant="secondary"
          icon={<Printer aria-hidden="true" className="size-5" />}
          onClick={() => setPrinting(true)}
        >
          {texts.qr.print}
        </Button>
        {children}
      </div>
      {printing && <PrintSheet onDone={stopPrinting}>{card}</PrintSheet>}
    </div>
  )
}

function Words({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-2">
      {icon}
      {children}
    </span>
  )
}
