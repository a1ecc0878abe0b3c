package loyalty

import "time"

// Event is one line of the audit trail: who did what to what, and when.
type Event struct {
	ID        string
	At        time.Time
	ActorID   string // user id; empty for the customer or the public
	Action    Action
	SubjectID string
	Detail    string // what a reader of the trail needs besides, in Spanish or as ids
}

// Action names what was done.
type Action string

// The audited acts.
const (
	ActionSignIn           Action = "user.sign-in"
	ActionSignOut          Action = "user.sign-out"
	ActionPasswordChanged  Action = "user.password-changed"
	ActionPortalSignIn     Action = "portal.sign-in"
	ActionPortalSignOut    Action = "portal.sign-out"
	ActionCodeSent         Action = "portal.code-sent"
	ActionConsentChanged   Action = "consent.changed"
	ActionErasureAsked     Action = "customer.erasure-asked"
	ActionCustomerErased   Action = "customer.erased"
	ActionCustomerBlocked  Action = "customer.blocked"
	ActionCustomerCreated  Action = "customer.created"
	ActionCustomerJoined   Action = "customer.registered"
	ActionCustomerChanged  Action = "customer.changed"
	ActionCustomerArchived Action = "customer.archived"
	ActionUnsubscribed     Action = "customer.unsubscribed"
	ActionPhoneVerified    Action = "customer.phone-verified"
	ActionVisitRegistered  Action = "visit.registered"
	ActionVisitAuthorized  Action = "visit.authorized"
	ActionVisitDeleted     Action = "visit.deleted"
	ActionVisitUndone      Action = "visit.undone"
	ActionQRSent           Action = "customer.qr-sent"
	ActionCustomersMerged  Action = "customer.merged"
	ActionMergeUndone      Action = "customer.merge-undone"
	ActionRewardRedeemed   Action = "reward.redeemed"
	ActionRewardTakenBack  Action = "reward.taken-back"
	ActionFamilyCreated    Action = "family.created"
	ActionFamilyChanged    Action = "family.changed"
	ActionFamilyDeleted    Action = "family.deleted"
	ActionFamilyJoined     Action = "family.joined"
	ActionFamilyRole       Action = "family.role-changed"
	ActionFamilyLeft       Action = "family.left"
	ActionBusinessCreated  Action = "business.created"
	ActionBusinessChanged  Action = "business.changed"
	ActionBusinessRenamed  Action = "business.renamed"
	ActionSendingChanged   Action = "business.sending-changed"
	ActionSuspended        Action = "business.suspended"
	ActionReactivated      Action = "business.reactivated"
	ActionExported         Action = "business.exported"
	ActionDeviceAdded      Action = "device.added"
	ActionDeviceEnrolled   Action = "device.enrolled"
	ActionDeviceRenamed    Action = "device.renamed"
	ActionDeviceRevoked    Action = "device.revoked"
	ActionDeviceHandedOver Action = "device.handed-over"
	ActionHandedRegistered Action = "device.visit-registered"
	ActionHandedDiscarded  Action = "device.visit-discarded"
	ActionUserCreated      Action = "user.created"
	ActionUserReset        Action = "user.password-reset"
	ActionUserDisabled     Action = "user.disabled"
	ActionUserEnabled      Action = "user.enabled"
)
