package loyalty

import "time"

// AuditEntry is one line of the audit trail: who did what to what, when and from where.
type AuditEntry struct {
	ID        string
	At        time.Time
	ActorID   string // user id; empty for the customer or the public
	Action    Action
	SubjectID string
	Detail    string   // context for readers, in Spanish or as ids
	Fields    []string // names of the changed fields, never their values

	Role     ActorRole // empty in entries that are older than the column
	Address  string    // of the request; empty for background work and old entries
	Device   string    // browser and system, as 'Safari en iPhone'
	DeviceID string    // of a named device; empty for others
}

// ActorRole is the role in which an act was done.
type ActorRole string

// The roles beside those of users.
const (
	ActorCustomer ActorRole = "CUSTOMER" // signed in to the portal
	ActorPublic   ActorRole = "PUBLIC"   // a request without sign-in
	ActorSystem   ActorRole = "SYSTEM"   // background work and the command line
)

// DetailImported is the detail of the audit entries of imported customers, and the note of their opening balances.
const DetailImported = "Importado de un archivo"

// Action names what was done.
type Action string

// The audited acts.
const (
	ActionSignIn             Action = "user.sign-in"
	ActionSignInsTried       Action = "user.sign-ins-tried" // many failed attempts on one account
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
	ActionChildAdded         Action = "customer.child-added"        // detail: the guardian
	ActionChildOnOwnPhone    Action = "customer.child-on-own-phone" // detail: the former guardian
	ActionCustomerChanged    Action = "customer.changed"
	ActionCustomerArchived   Action = "customer.archived"
	ActionUnsubscribed       Action = "customer.unsubscribed"
	ActionPhoneVerified      Action = "customer.phone-verified"
	ActionPhoneReleased      Action = "customer.phone-released" // another person has the number now
	ActionReleaseSeen        Action = "customer.phone-release-seen"
	ActionVisitRegistered    Action = "visit.registered"
	ActionVisitAuthorized    Action = "visit.authorized"
	ActionVisitDeleted       Action = "visit.deleted"
	ActionVisitUndone        Action = "visit.undone"
	ActionRemovalRequested   Action = "visit.removal-asked"
	ActionRemovalRefused     Action = "visit.removal-refused"
	ActionOpeningRecorded    Action = "card.opening-recorded" // detail: stamps
	ActionOpeningUndone      Action = "card.opening-undone"   // detail: stamps
	ActionCardCorrected      Action = "card.corrected"        // detail: stamps, with their sign
	ActionPastDayRegistered  Action = "visit.past-day-registered"
	ActionImportStarted      Action = "import.started"
	ActionImportUndone       Action = "import.undone"
	ActionImportRemoved      Action = "customer.import-undone" // detail: the import
	ActionQRSent             Action = "customer.qr-sent"
	ActionCustomerGreeted    Action = "customer.greeted"
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
	ActionWeekStopped        Action = "business.week-stopped" // by WhatsApp, with BAJA
	ActionLogoChanged        Action = "business.logo-changed"
	ActionLogoRemoved        Action = "business.logo-removed"
	ActionBusinessRenamed    Action = "business.renamed"
	ActionSendingChanged     Action = "business.sending-changed"
	ActionSuspended          Action = "business.suspended"
	ActionReactivated        Action = "business.reactivated"
	ActionExported           Action = "business.exported"
	ActionCustomersExported  Action = "business.customers-exported" // detail: the format
	ActionRestored           Action = "business.restored"           // detail: the instant of the copy
	ActionDeviceAdded        Action = "device.added"
	ActionDeviceEnrolled     Action = "device.enrolled"
	ActionDeviceRenamed      Action = "device.renamed"
	ActionDeviceRevoked      Action = "device.revoked"
	ActionDeviceHandedOver   Action = "device.handed-over"
	ActionVisitAwaitsOwner   Action = "device.visit-waits" // from an unnamed device; the owner decides
	ActionHandoverRegistered Action = "device.visit-registered"
	ActionHandoverSettled    Action = "device.visit-settled" // the day already had a visit
	ActionHandoverDiscarded  Action = "device.visit-discarded"
	ActionMessagesRead       Action = "message.read"
	ActionRestoredReleased   Action = "message.restored-released"
	ActionRestoredDropped    Action = "message.restored-dropped"
	ActionUserCreated        Action = "user.created"
	ActionPasswordRecovered  Action = "user.password-recovered"
	ActionClaimRejected      Action = "card.claim-rejected" // stamps of a paper card that a customer claimed
	ActionUserInvited        Action = "user.invited"
	ActionUserJoined         Action = "user.joined" // chose the first password by an invitation
	ActionUserReset          Action = "user.password-reset"
	ActionSecondFactorOn     Action = "user.second-factor-enrolled"
	ActionSecondFactorOff    Action = "user.second-factor-removed"
	ActionSecondFactorMoved  Action = "user.second-factor-replaced" // by another app
	ActionSecondFactorFailed Action = "user.second-factor-failed"   // a wrong code
	ActionPasskeyAdded       Action = "user.passkey-added"          // detail: the passkey
	ActionPasskeyRenamed     Action = "user.passkey-renamed"        // detail: the passkey
	ActionPasskeyRemoved     Action = "user.passkey-removed"        // detail: the passkey
	ActionPasskeyCloned      Action = "user.passkey-cloned"         // its signature counter went back; detail: the passkey
	ActionRecoveryCodeUsed   Action = "user.recovery-code-used"
	ActionRecoveryCodesDrawn Action = "user.recovery-codes-drawn"
	ActionUserDisabled       Action = "user.disabled"
	ActionUserEnabled        Action = "user.enabled"
	ActionSessionsClosed     Action = "user.sessions-closed" // by the user, in other devices
	ActionIdentityLinked     Action = "user.identity-linked" // an account at an OpenID provider; detail: the provider
	ActionNetworkRefused     Action = "user.network-refused" // an operator from another network; detail: the address
	ActionSessionsEnded      Action = "user.sessions-ended"
	ActionKeyRotated         Action = "user.key-rotated" // another key signs sessions; detail: its id
	ActionKeyRetired         Action = "user.key-retired" // sessions of a former key ended; detail: its id
	ActionUsualNoteChanged   Action = "usual.note-changed"
	ActionUsualPictureAdded  Action = "usual.picture-added"   // detail: the picture
	ActionUsualPictureErased Action = "usual.picture-removed" // detail: the picture
	ActionUsualErased        Action = "usual.removed"         // with the consent; detail: how many notes and pictures
	ActionCustomerDiscarded  Action = "customer.discarded"    // an unverified registration
	ActionDiscardUndone      Action = "customer.discard-undone"
	ActionRecordRead         Action = "read.customer"  // by an operator
	ActionCustomersRead      Action = "read.customers" // a list or a search, by an operator
	ActionFileDownloaded     Action = "read.file"      // detail: the path of the file
)
