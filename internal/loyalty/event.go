package loyalty

import "time"

// Event records a change that affects portals, passes or counter snapshots, in its transaction. It holds ids only.
type Event struct {
	BusinessID string
	Position   int64 // position among the events of all businesses; zero until stored
	Kind       EventKind
	CustomerID string    // the customer it happened to
	FamilyID   string    // the family whose card or members it changed
	CardID     string    // the card that was stamped, or that has the reward
	VisitID    string    // the visit that was registered or deleted
	RewardID   string    // the reward that was earned, granted, redeemed or taken back
	Day        Day       // a day whose counts it changes, and which its rows no longer name; else empty
	At         time.Time // to the millisecond
}

// EventKind names what happened.
type EventKind string

// The kinds of events. A subscriber treats an unknown kind as a change of everything the event names.
const (
	EventVisitRegistered   EventKind = "visit.registered" // includes an earned reward
	EventVisitDeleted      EventKind = "visit.deleted"    // also undone visits
	EventRewardGranted     EventKind = "reward.granted"   // without a visit: by settings, tag or merge
	EventRewardRedeemed    EventKind = "reward.redeemed"
	EventRewardTakenBack   EventKind = "reward.taken-back"
	EventRewardWithdrawn   EventKind = "reward.withdrawn" // its row was removed: by the undo of a merge or of an import
	EventCardAdjusted      EventKind = "card.adjusted"    // an opening balance, its undo, a correction, or a claim that is refused
	EventCustomerCreated   EventKind = "customer.created"
	EventCustomerChanged   EventKind = "customer.changed" // name, phone, tag, guardian, phone verification
	EventCustomerArchived  EventKind = "customer.archived"
	EventCustomerRestored  EventKind = "customer.restored"
	EventCustomerErased    EventKind = "customer.erased"
	EventCustomerMerged    EventKind = "customer.merged" // one event per record
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
	EventBusinessChanged   EventKind = "business.changed" // name, logo, settings; also when earlier changes are unknown
	EventSuspended         EventKind = "business.suspended"
	EventReactivated       EventKind = "business.reactivated"
)

// NewCustomerEvent returns an event of a customer and of their family.
func NewCustomerEvent(kind EventKind, customer Customer) Event {
	event := Event{Kind: kind, CustomerID: customer.ID}
	if customer.Family != nil {
		event.FamilyID = customer.Family.FamilyID
	}
	return event
}

// WithCard returns the event with the changed card and, for a family's card, the family.
func (e Event) WithCard(card Card) Event {
	e.CardID = card.ID
	if card.FamilyID != "" {
		e.FamilyID = card.FamilyID
	}
	return e
}

// ConcernsBusiness reports whether the event may affect all customers.
func (e Event) ConcernsBusiness() bool { return e.CustomerID == "" && e.FamilyID == "" }

// ConcernsPhone reports whether the event may change the cards of a phone. It then concerns guardian and children too.
func (e Event) ConcernsPhone() bool {
	switch e.Kind {
	case EventCustomerCreated, EventCustomerChanged, EventCustomerArchived, EventCustomerRestored,
		EventCustomerErased, EventCustomerMerged, EventMergeUndone, EventSessionsEnded:
		return true
	}
	return false
}

// Urgency returns how soon passes are updated.
func (e Event) Urgency() PushUrgency {
	switch e.Kind {
	case EventVisitRegistered, EventCardAdjusted:
		return PushCard
	case EventRewardGranted:
		return PushBulk
	}
	return PushRecord
}
