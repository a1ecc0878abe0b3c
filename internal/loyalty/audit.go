package loyalty

import (
	"strings"
	"time"
)

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
	ActionSignIn            Action = "user.sign-in"
	ActionSignInsTried      Action = "user.sign-ins-tried" // by nobody knows whom, again and again
	ActionSignOut           Action = "user.sign-out"
	ActionPasswordChanged   Action = "user.password-changed"
	ActionPortalSignIn      Action = "portal.sign-in"
	ActionPortalSignOut     Action = "portal.sign-out"
	ActionCodeSent          Action = "portal.code-sent"
	ActionConsentChanged    Action = "consent.changed"
	ActionErasureAsked      Action = "customer.erasure-asked"
	ActionCustomerErased    Action = "customer.erased"
	ActionCustomerBlocked   Action = "customer.blocked"
	ActionCustomerCreated   Action = "customer.created"
	ActionCustomerJoined    Action = "customer.registered"
	ActionChildAdded        Action = "customer.child-added"        // detail: her guardian
	ActionChildOnOwnPhone   Action = "customer.child-on-own-phone" // detail: who was her guardian
	ActionCustomerChanged   Action = "customer.changed"
	ActionCustomerArchived  Action = "customer.archived"
	ActionUnsubscribed      Action = "customer.unsubscribed"
	ActionPhoneVerified     Action = "customer.phone-verified"
	ActionPhoneReleased     Action = "customer.phone-released" // somebody else has the number now
	ActionReleaseSeen       Action = "customer.phone-release-seen"
	ActionVisitRegistered   Action = "visit.registered"
	ActionVisitAuthorized   Action = "visit.authorized"
	ActionVisitDeleted      Action = "visit.deleted"
	ActionVisitUndone       Action = "visit.undone"
	ActionRemovalAsked      Action = "visit.removal-asked"
	ActionRemovalRefused    Action = "visit.removal-refused"
	ActionQRSent            Action = "customer.qr-sent"
	ActionCustomerGreeted   Action = "customer.greeted"
	ActionQRChanged         Action = "customer.qr-changed"
	ActionCustomersMerged   Action = "customer.merged"
	ActionMergeUndone       Action = "customer.merge-undone"
	ActionRewardRedeemed    Action = "reward.redeemed"
	ActionRewardTakenBack   Action = "reward.taken-back"
	ActionFamilyCreated     Action = "family.created"
	ActionFamilyChanged     Action = "family.changed"
	ActionFamilyDeleted     Action = "family.deleted"
	ActionFamilyJoined      Action = "family.joined"
	ActionFamilyRole        Action = "family.role-changed"
	ActionFamilyLeft        Action = "family.left"
	ActionBusinessCreated   Action = "business.created"
	ActionBusinessChanged   Action = "business.changed"
	ActionLogoChanged       Action = "business.logo-changed"
	ActionLogoRemoved       Action = "business.logo-removed"
	ActionBusinessRenamed   Action = "business.renamed"
	ActionSendingChanged    Action = "business.sending-changed"
	ActionSuspended         Action = "business.suspended"
	ActionReactivated       Action = "business.reactivated"
	ActionExported          Action = "business.exported"
	ActionDeviceAdded       Action = "device.added"
	ActionDeviceEnrolled    Action = "device.enrolled"
	ActionDeviceRenamed     Action = "device.renamed"
	ActionDeviceRevoked     Action = "device.revoked"
	ActionDeviceHandedOver  Action = "device.handed-over"
	ActionVisitWaits        Action = "device.visit-waits" // one without a name, for the owner
	ActionHandedRegistered  Action = "device.visit-registered"
	ActionHandedSettled     Action = "device.visit-settled" // a visit stood already
	ActionHandedDiscarded   Action = "device.visit-discarded"
	ActionMessagesRead      Action = "message.read"
	ActionRestoredReleased  Action = "message.restored-released"
	ActionRestoredDropped   Action = "message.restored-dropped"
	ActionUserCreated       Action = "user.created"
	ActionPasswordRecovered Action = "user.password-recovered"
	ActionUserReset         Action = "user.password-reset"
	ActionUserDisabled      Action = "user.disabled"
	ActionUserEnabled       Action = "user.enabled"
	ActionSessionsEnded     Action = "user.sessions-ended"
	ActionCustomerDiscarded Action = "customer.discarded" // a registration of which no sign had come
	ActionDiscardUndone     Action = "customer.discard-undone"
)

// Earns reports whether somebody may have earned something by the event: she came.
func (e Event) Earns() bool {
	return e.Action == ActionVisitRegistered || e.Action == ActionVisitAuthorized
}

// Concern says whose card an event may have changed, or whose session it ended.
type Concern struct {
	Customers []string // and whoever shares a family with one of them
	Family    string   // each of its members
	Visit     string   // those whose card had its stamp
	Reward    string   // those whose card has it
	Everyone  bool     // of the business
}

// Concerns returns whom the event concerns. What it does not know concerns
// everyone: a new act is never missed.
func (e Event) Concerns() Concern {
	switch noun, _, _ := strings.Cut(string(e.Action), "."); noun {
	case "user", "device", "message":
		return Concern{}
	case "visit", "reward":
		return e.ofCard()
	case "customer", "portal", "consent":
		return Concern{Customers: e.records()}
	case "family":
		return Concern{Customers: e.records(), Family: e.SubjectID}
	}
	return Concern{Everyone: e.Action != ActionExported}
}

// ofCard is whom an event of a visit or a reward concerns. What is taken back may be on the
// card of a family that the customer has left since.
func (e Event) ofCard() Concern {
	concern := Concern{Customers: []string{FirstWord(e.Detail)}}
	switch e.Action {
	case ActionVisitDeleted, ActionVisitUndone:
		concern.Visit = e.SubjectID
	case ActionRewardTakenBack:
		concern.Reward = e.SubjectID
	}
	return concern
}

// records are the records of customers that an event of a customer or of a family
// names.
func (e Event) records() []string {
	switch e.Action {
	case ActionCustomersMerged, ActionMergeUndone:
		return []string{e.SubjectID, e.Detail}
	case ActionFamilyJoined, ActionFamilyLeft, ActionFamilyRole:
		return []string{FirstWord(e.Detail)}
	case ActionFamilyCreated, ActionFamilyChanged, ActionFamilyDeleted:
		return nil
	}
	return []string{e.SubjectID}
}
