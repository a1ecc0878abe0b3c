package loyalty

import "time"

// AuditEntry is a line of the audit trail.
type AuditEntry struct {
	ID        string
	At        time.Time
	ActorID   string // empty: customer, public or system
	Action    Action
	SubjectID string
	Detail    string   // Spanish text or ids
	Fields    []string // names, never values

	Role     ActorRole // empty: the account's, or an older entry
	Address  string
	Device   string
	DeviceID string
}

// ActorRole is a user's role, or one of these.
type ActorRole string

// Roles of actors who are not users.
const (
	ActorCustomer ActorRole = "CUSTOMER"
	ActorPublic   ActorRole = "PUBLIC"
	ActorSystem   ActorRole = "SYSTEM"
)

// DetailImported marks imported customers and their balances.
const DetailImported = "Importado de un archivo"

// Action is an audited act.
type Action string

// Audited acts.
const (
	ActionSignIn             Action = "user.sign-in"
	ActionSignInsTried       Action = "user.sign-ins-tried"
	ActionSignOut            Action = "user.sign-out"
	ActionPasswordChanged    Action = "user.password-changed"
	ActionPortalSignIn       Action = "portal.sign-in"
	ActionPortalSignOut      Action = "portal.sign-out"
	ActionCodeSent           Action = "portal.code-sent"
	ActionConsentChanged     Action = "consent.changed"
	ActionErasureRequested   Action = "customer.erasure-asked"
	ActionCustomerErased     Action = "customer.erased"
	ActionCustomerBlocked    Action = "customer.blocked"
	ActionCustomerCreated    Action = "customer.created"
	ActionCustomerRegistered Action = "customer.registered"
	ActionChildAdded         Action = "customer.child-added"        // detail: guardian
	ActionChildOnOwnPhone    Action = "customer.child-on-own-phone" // detail: former guardian
	ActionCustomerChanged    Action = "customer.changed"
	ActionCustomerArchived   Action = "customer.archived"
	ActionUnsubscribed       Action = "customer.unsubscribed"
	ActionPhoneVerified      Action = "customer.phone-verified"
	ActionPhoneReleased      Action = "customer.phone-released"
	ActionReleaseSeen        Action = "customer.phone-release-seen"
	ActionVisitRegistered    Action = "visit.registered"
	ActionVisitAuthorized    Action = "visit.authorized"
	ActionVisitDeleted       Action = "visit.deleted"
	ActionVisitUndone        Action = "visit.undone"
	ActionServedByChanged    Action = "visit.served-by-changed"
	ActionRemovalRequested   Action = "visit.removal-asked"
	ActionRemovalRefused     Action = "visit.removal-refused"
	ActionOpeningRecorded    Action = "card.opening-recorded" // detail: stamps
	ActionOpeningUndone      Action = "card.opening-undone"   // detail: stamps
	ActionCardCorrected      Action = "card.corrected"        // detail: signed stamps
	ActionPastDayRegistered  Action = "visit.past-day-registered"
	ActionImportStarted      Action = "import.started"
	ActionImportUndone       Action = "import.undone"
	ActionImportRemoved      Action = "customer.import-undone" // detail: import
	ActionQRSent             Action = "customer.qr-sent"
	ActionCustomerGreeted    Action = "customer.greeted"
	ActionGreetingUndone     Action = "customer.greeting-undone"
	ActionQRChanged          Action = "customer.qr-changed"
	ActionCustomersMerged    Action = "customer.merged"
	ActionMergeUndone        Action = "customer.merge-undone"
	ActionRewardRedeemed     Action = "reward.redeemed"
	ActionRewardTakenBack    Action = "reward.taken-back"
	ActionFamilyCreated      Action = "family.created"
	ActionFamilyChanged      Action = "family.changed"
	ActionFamilyDeleted      Action = "family.deleted"
	ActionFamilyJoined       Action = "family.joined"
	ActionFamilyRole         Action = "family.role-changed"
	ActionFamilyLeft         Action = "family.left"
	ActionBusinessCreated    Action = "business.created"
	ActionBusinessChanged    Action = "business.changed"
	ActionWeekStopped        Action = "business.week-stopped"
	ActionLogoChanged        Action = "business.logo-changed"
	ActionLogoRemoved        Action = "business.logo-removed"
	ActionBusinessRenamed    Action = "business.renamed"
	ActionSendingChanged     Action = "business.sending-changed"
	ActionSuspended          Action = "business.suspended"
	ActionReactivated        Action = "business.reactivated"
	ActionExported           Action = "business.exported"
	ActionCustomersExported  Action = "business.customers-exported" // detail: format
	ActionRestored           Action = "business.restored"           // detail: instant of the copy
	ActionDeviceAdded        Action = "device.added"
	ActionDeviceEnrolled     Action = "device.enrolled"
	ActionDeviceRenamed      Action = "device.renamed"
	ActionDeviceRevoked      Action = "device.revoked"
	ActionDeviceHandedOver   Action = "device.handed-over"
	ActionVisitAwaitsOwner   Action = "device.visit-waits"
	ActionHandoverRegistered Action = "device.visit-registered"
	ActionHandoverSettled    Action = "device.visit-settled"
	ActionHandoverDiscarded  Action = "device.visit-discarded"
	ActionMessagesRead       Action = "message.read"
	ActionRestoredReleased   Action = "message.restored-released"
	ActionRestoredDropped    Action = "message.restored-dropped"
	ActionUserCreated        Action = "user.created"
	ActionPasswordRecovered  Action = "user.password-recovered"
	ActionClaimRejected      Action = "card.claim-rejected" // of a paper card
	ActionUserInvited        Action = "user.invited"
	ActionUserJoined         Action = "user.joined"
	ActionUserReset          Action = "user.password-reset"
	ActionSecondFactorOn     Action = "user.second-factor-enrolled"
	ActionSecondFactorOff    Action = "user.second-factor-removed"
	ActionSecondFactorMoved  Action = "user.second-factor-replaced"
	ActionSecondFactorFailed Action = "user.second-factor-failed"
	ActionPasskeyAdded       Action = "user.passkey-added"
	ActionPasskeyRenamed     Action = "user.passkey-renamed"
	ActionPasskeyRemoved     Action = "user.passkey-removed"
	ActionPasskeyCloned      Action = "user.passkey-cloned" // the signature counter did not grow
	ActionRecoveryCodeUsed   Action = "user.recovery-code-used"
	ActionRecoveryCodesDrawn Action = "user.recovery-codes-drawn"
	ActionUserDisabled       Action = "user.disabled"
	ActionUserEnabled        Action = "user.enabled"
	ActionSessionsClosed     Action = "user.sessions-closed" // by the user
	ActionIdentityLinked     Action = "user.identity-linked" // detail: provider
	ActionNetworkRefused     Action = "user.network-refused"
	ActionSessionsEnded      Action = "user.sessions-ended"
	ActionKeyRotated         Action = "user.key-rotated"
	ActionKeyRetired         Action = "user.key-retired"
	ActionUsualNoteChanged   Action = "usual.note-changed"
	ActionUsualPictureAdded  Action = "usual.picture-added"
	ActionUsualPictureErased Action = "usual.picture-removed"
	ActionUsualErased        Action = "usual.removed" // detail: number of notes and pictures
	ActionCustomerDiscarded  Action = "customer.discarded"
	ActionDiscardUndone      Action = "customer.discard-undone"
	ActionRecordRead         Action = "read.customer"  // by an operator
	ActionCustomersRead      Action = "read.customers" // by an operator
	ActionFileDownloaded     Action = "read.file"      // detail: path
)
