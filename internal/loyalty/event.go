package loyalty

import "time"

// Event says that something has happened which changes what others show of a business: a
// customer's card in the portal, a pass in a wallet, the snapshot of a counter. It is written in
// the transaction that causes it. It names rows by their ids and has no personal data.
type Event struct {
	BusinessID string
	Position   int64 // where the event stands among those of all businesses; zero until it is stored
	Kind       EventKind
	CustomerID string    // the customer it happened to
	FamilyID   string    // the family whose card or members it changed
	CardID     string    // the card that was stamped, or that has the reward
	VisitID    string    // the visit that was registered or deleted
	RewardID   string    // the reward that was earned, granted, redeemed or taken back
	At         time.Time // to the millisecond
}

// EventKind names what has happened.
type EventKind string

// The kinds of events. A subscriber that does not know a kind treats it as a change of what the
// event names.
const (
	EventVisitRegistered   EventKind = "visit.registered" // with the reward that it earned, if any
	EventVisitDeleted      EventKind = "visit.deleted"    // also an undone one
	EventRewardGranted     EventKind = "reward.granted"   // by changed settings, another tag or a merge, without a visit
	EventRewardRedeemed    EventKind = "reward.redeemed"
	EventRewardTakenBack   EventKind = "reward.taken-back"
	EventCardAdjusted      EventKind = "card.adjusted" // an opening balance, its undo, or a correction
	EventCustomerCreated   EventKind = "customer.created"
	EventCustomerChanged   EventKind = "customer.changed" // name, phone, tag, guardian, a proof of the phone
	EventCustomerArchived  EventKind = "customer.archived"
	EventCustomerRestored  EventKind = "customer.restored"
	EventCustomerErased    EventKind = "customer.erased"
	EventCustomerMerged    EventKind = "customer.merged" // one event for each of the two records
	EventMergeUndone       EventKind = "customer.merge-undone"
	EventQRChanged         EventKind = "customer.qr-changed"
	EventConsentChanged    EventKind = "customer.consent-changed"
	EventSessionsEnded     EventKind = "customer.sessions-ended" // of the portal
	EventFamilyCreated     EventKind = "family.created"
	EventFamilyChanged     EventKind = "family.changed"
	EventFamilyDeleted     EventKind = "family.deleted"
	EventFamilyJoined      EventKind = "family.joined"
	EventFamilyRoleChanged EventKind = "family.role-changed"
	EventFamilyLeft        EventKind = "family.left"
	EventBusinessChanged   EventKind = "business.changed" // name, logo, settings; also when what happened before is unknown
	EventSuspended         EventKind = "business.suspended"
	EventReactivated       EventKind = "business.reactivated"
)

// NewCustomerEvent is an event of a customer, and of the family that they belong to.
func NewCustomerEvent(kind EventKind, customer Customer) Event {
	event := Event{Kind: kind, CustomerID: customer.ID}
	if customer.Family != nil {
		event.FamilyID = customer.Family.FamilyID
	}
	return event
}

// WithCard is the event with the card that it changes. A family's card makes it one of the family.
func (e Event) WithCard(card Card) Event {
	e.CardID = card.ID
	if card.FamilyID != "" {
		e.FamilyID = card.FamilyID
	}
	return e
}

// ConcernsBusiness reports whether the event may change what is shown of every customer: it
// names neither one of them nor a family.
func (e Event) ConcernsBusiness() bool { return e.CustomerID == "" && e.FamilyID == "" }

// ConcernsPhone reports whether the event may change which cards a phone opens: then it concerns
// also the guardian and the children who share the customer's phone.
func (e Event) ConcernsPhone() bool {
	switch e.Kind {
	case EventCustomerCreated, EventCustomerChanged, EventCustomerArchived, EventCustomerRestored,
		EventCustomerErased, EventCustomerMerged, EventMergeUndone, EventSessionsEnded:
		return true
	}
	return false
}

// Urgency is how soon a telephone is told of what the event changes on a pass.
func (e Event) Urgency() PushUrgency {
	switch e.Kind {
	case EventVisitRegistered, EventCardAdjusted:
		return PushCard
	case EventRewardGranted:
		return PushBulk
	}
	return PushRecord
}
