import type { components } from './schema'

export type { paths } from './schema'

type Schemas = components['schemas']

export type Role = Schemas['Session']['role']
export type Tag = 'BONO_VIP_A' | 'BONO_VIP_B' | 'BONO_VIP_C' | 'BONO_TARJETA' | 'BONO_FAMILIA' | 'ESPORADICO'
export type RewardKind = Schemas['Reward']['kind']
export type RewardStatus = Schemas['Reward']['status']
export type FamilyPolicy = Schemas['Membership']['policy']
export type FamilyRole = Schemas['Membership']['role']

export interface List<Item> {
  items: Item[]
  total: number
  nextCursor: string | null
}

export type ActivityEntry = Schemas['ActivityEntry']
export type ActivityGroup = ActivityEntry['group']
export type RefusedSignIn = Schemas['RefusedSignIn']

export type ApiProblem = Schemas['Problem']
export type MessageWays = Partial<Pick<Schemas['PublicBusiness'], 'whatsapp' | 'emails'>>
export type QrWay = 'WHATSAPP' | 'EMAIL'
export type PublicBusiness = Omit<Schemas['PublicBusiness'], keyof MessageWays> & MessageWays
export type LegalIdentity = Schemas['LegalIdentity']
export type Registration = Schemas['RegisterInputBody']
export type RegisteredCustomer = Omit<Schemas['RegisteredCustomer'], 'qrSentBy' | 'welcomeText'> & {
  qrSentBy?: QrWay | null
  welcomeText?: string | null
}
export type PassLinks = Pick<
  RegisteredCustomer,
  'passUrl' | 'googlePassUrl' | 'passBadge' | 'googlePassBadge'
>
export type Colleague = Schemas['Colleague']
export type CounterVisit = Schemas['CounterVisit']
export type RemovalRequest = Schemas['RemovalRequest']
export type OwnVisit = Schemas['OwnVisit']

export type OwnAdjustment = Schemas['OwnAdjustment']
export type OpenSession = Schemas['OpenSession']
export type PublicVisit = Schemas['PublicVisit']
export type SignIn = Schemas['Session']
export type SecondFactor = Schemas['SecondFactor']
export type Passkey = Schemas['Passkey']
export type Enrolment = Schemas['Enrolment']
export type EnrolledFactor = Schemas['EnrolledFactor']

export type StaffSession = Schemas['StaffSession']
export type Business = Schemas['Business']
export type Usual = Schemas['Usual']
export type UsualPicture = Schemas['UsualPicture']
export type UsualPermission = Schemas['UsualPermission']
export type Opening = Schemas['Opening']
/** Other servers may omit `greetingUndoableUntil`. */
export type Customer = Omit<Schemas['Customer'], 'greetingUndoableUntil'> &
  Partial<Pick<Schemas['Customer'], 'greetingUndoableUntil'>>
/** Other servers may omit the progress. */
export type ListedCustomer = Customer & {
  stamps: number | null
  target: number | null
  owed: readonly RewardKind[]
  /** Value of the owed rewards in cents; 0 if unknown. */
  owedValue?: number
}
export type NewCustomer = Schemas['CreateCustomerInputBody']
export type OwnPhoneFields = Schemas['OwnPhoneFields']
export type NewChild = Schemas['ChildFields']
export type OwnChild = Schemas['OwnChild']
export type PortalCard = Schemas['PortalCard']
export type CreatedCustomer = Schemas['CreatedCustomer']
export type CustomerChanges = Schemas['ChangeCustomerInputBody']
export type Reward = Schemas['Reward']
export type PendingRewards = Schemas['PendingRewards']
export type Progress = Schemas['Progress']
export type RestoreLine = Schemas['RestoreLine']
export type RestoreResult = Schemas['RestoreResult']
export type Visit = Schemas['Visit']
export type Adjustment = Schemas['Adjustment']
export type Adjusted = Schemas['Adjusted']
export type OpeningBalance = Schemas['OpeningInputBody']
export type Correction = Schemas['CorrectionInputBody']
export type ReleasedPhone = Schemas['ReleasedPhone']
export type UnverifiedDay = Schemas['UnverifiedDay']
export type UnverifiedPreview = Schemas['UnverifiedPreview']
export type Discard = Schemas['Discard']
export type Merge = Schemas['Merge']
export type Consent = Schemas['Consent']
/** Progress is null if it could not be fetched. */
export type RegisteredVisit = Omit<Schemas['RegisteredVisit'], 'progress'> & { progress: Progress | null }
export type User = Schemas['User']

export type InvitedUser = Schemas['InvitedUser']

export type Invitation = Schemas['Invitation']
export type NewUser = Schemas['CreateUserInputBody']
export type Marketing = Schemas['Marketing']
export type FirstStep = Schemas['FirstStep']

export type FirstSteps = Schemas['FirstSteps']

export type BusinessChanges = Schemas['ChangeBusinessInputBody']
export type TargetChanges = Schemas['TargetChanges']
export type OwedAtOnce = Schemas['TargetPreview']
/** Other servers return the specification's fields only. */
export type ListedBusiness = Pick<Schemas['ListedBusiness'], 'id' | 'name' | 'status' | 'createdAt'> &
  Partial<Pick<Schemas['ListedBusiness'], 'activity' | 'whatsApp' | 'version'>>
export type NewBusiness = Schemas['OpenBusinessInputBody']
export type OpenedBusiness = Schemas['OpenedBusiness']
export type MailState = Omit<Schemas['MailState'], 'whatsapp'> & Pick<MessageWays, 'whatsapp'>
export type WalletState = Schemas['WalletState']
export type Overview = Schemas['Overview']
export type LastBackup = Schemas['LastBackup']
export type MailTrial = Schemas['MailTrial']
export type RestoredMessages = Schemas['RestoredMessages']
export type RestoreDecision = NonNullable<RestoredMessages['decision']>
export type SentMessage = Schemas['Message']
export type CustomerMessage = Schemas['CustomerMessage']
export type CustomerText = Schemas['CustomerText']
export type MessageStatus = CustomerMessage['status']
export type MessageKind = CustomerMessage['kind']
export type Sending = Schemas['Sending']
export type SendingChanges = Schemas['SendingChanges']
export type BusinessRevision = Schemas['ReviseBusinessInputBody']
export type PosterSize = 'A4' | 'A6'
export type Poster = Schemas['Poster']
export type WhatsAppStatus = Schemas['WhatsAppStatus']
export type QueuedQR = Schemas['QueuedQR']
export type ServicesReport = Schemas['ServicesReport']
export type ServiceCount = Schemas['ServiceCount']
export type ServicesCharts = Schemas['ServicesCharts']
export type DayCount = Schemas['DayCount']
export type HourCount = Schemas['HourCount']
export type ReportRange = ServicesReport['range']
export type Period = Schemas['Period']
export type Came = Schemas['Attendance']
export type Share = Schemas['Share']
export type StaffReport = Schemas['StaffReport']
export type StaffLine = Schemas['StaffLine']
export type ReturnReport = Schemas['ReturnReport']
export type CohortReport = Schemas['CohortReport']
export type Quartiles = Schemas['Quartiles']
export type CardReport = Schemas['CardReport']
export type StepCount = Schemas['StepCount']
export type StepCustomer = Schemas['StepCustomer']
export type VisitCount = Schemas['VisitCount']
export type HoursReport = Schemas['HoursReport']
export type HourChange = Schemas['HourChange']
export type OpenDays = Schemas['OpenDays']
export type AbsenceReport = Schemas['AbsenceReport']
export type AbsentCustomer = Schemas['AbsentCustomer']
export type RecoveredCustomer = Schemas['RecoveredCustomer']
export type SentGreeting = Schemas['SentGreeting']
export type DebtReport = Schemas['DebtReport']
export type OwedByAge = Schemas['OwedByAge']
export type Week = Schemas['WeekReport']
export type LostCustomer = Schemas['LostCustomer']
export type GreetingOffer = Schemas['GreetingOffer']
export type ListedFamily = Schemas['ListedFamily']
/** Other servers may return no card. */
export type Family = Omit<Schemas['Family'], 'card'> & { card: Schemas['FamilyCard'] | null }
export type FamilyMember = Schemas['Member']
export type FamilyEffect = Schemas['FamilyEffect']
export type FamilyOffer = Schemas['FamilyOffer']
export type NewFamily = Schemas['CreateFamilyInputBody']
export type FamilyChanges = Schemas['ChangeFamilyInputBody']
export type Import = Schemas['Import']
export type ImportColumn = Schemas['ImportColumn']
export type ImportedCustomer = Schemas['ImportedCustomer']
export type ImportField = NonNullable<ImportColumn['field']>
export type ImportChanges = Schemas['ChangeImportInputBody']
export type Device = Schemas['Device']
export type NewDevice = Schemas['NewDevice']
export type EnrolledDevice = Schemas['EnrolledDevice']
export type HandedVisit = Schemas['HandedVisit']
export type HandedOver = Schemas['HandoverVisit']
export type PortalSession = Schemas['PortalSession']
export type PhoneProof = Schemas['PhoneProof']
export type SignInTicket = Schemas['SignInTicket']
export type PasswordRecovery = Schemas['PasswordRecovery']
export type SignInWays = Omit<Schemas['SignInWays'], 'whatsapp'> & Pick<MessageWays, 'whatsapp'>
export type Own = Omit<Schemas['PortalCustomer'], 'progress'> & { progress: Progress | null }
export type CardEvent = Omit<Schemas['CardEvent'], 'data'> & { data: Own }
export type OwnData = Schemas['OwnData']
export type KnownCustomer = Schemas['SnapshotCustomer']
export type SnapshotPage = Schemas['Snapshot']
