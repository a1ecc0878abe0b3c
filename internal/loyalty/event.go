package loyalty

import "time"

// Event records, in its transaction, a change for portals, passes or snapshots. It holds ids only.
type Event struct {
	BusinessID string
	Position   int64 // among all businesses; zero: not stored
	Kind       EventKind
	CustomerID string
	FamilyID   string
	CardID     string // the card stamped, or with the reward
	VisitID    string
	RewardID   string
	Day        Day // a day whose counts change and that no row names any more
	At         time.Time
}

// EventKind names what happened.
type EventKind string

// Subscribers treat an unknown kind as a change of all that the event names.
const (
	EventVisitRegistered   EventKind = "visit.registered" // includes its reward
	EventVisitDeleted      EventKind = "visit.deleted"    // also by an undo
	EventRewardGranted     EventKind = "reward.granted"   // by settings, tag or merge
	EventRewardRedeemed    EventKind = "reward.redeemed"
	EventRewardTakenBack   EventKind = "reward.taken-back"
	EventRewardWithdrawn   EventKind = "reward.withdrawn" // by an undo of merge or import
	EventCardAdjusted      EventKind = "card.adjusted"    // opening balance, correction, refused claim
	EventCustomerCreated   EventKind = "customer.created"
	EventCustomerChanged   EventKind = "customer.changed" // name, phone, tag, guardian, verification
	EventCustomerArchived  EventKind = "customer.archived"
	EventCustomerRestored  EventKind = "customer.restored"
	EventCustomerErased    EventKind = "customer.erased"
	EventCustomerMerged    EventKind = "customer.merged" // one per record
	EventMergeUndone       EventKind = "customer.merge-undone"
	EventQRChanged         EventKind = "customer.qr-changed"
	EventConsentChanged    EventKind = "customer.consent-changed"
	EventSessionsEnded     EventKind = "customer.sessions-ended"
	EventFamilyCreated     EventKind = "family.created"
	EventFamilyChanged     EventKind = "family.changed"
	EventFamilyDeleted     EventKind = "family.deleted"
	EventFamilyJoined      EventKind = "family.joined"
	EventFamilyRoleChanged EventKind = "family.role-changed"
	EventFamilyLeft        EventKind = "family.left"
	EventBusinessChanged   EventKind = "business.changed" // also when earlier changes are unknown
	EventSuspended         EventKind = "business.suspended"
	EventReactivated       EventKind = "business.reactivated"
)

// NewCustomerEvent names customer and family.
func NewCustomerEvent(kind EventKind, customer Customer) Event {
	event := Event{Kind: kind, CustomerID: customer.ID}
	if customer.Family != nil {
		event.FamilyID = customer.Family.FamilyID
	}
	return event
}

// WithCard adds the card, with its family.
func (e Event) WithCard(card Card) Event {
	e.CardID = card.ID
	if card.FamilyID != "" {
		e.FamilyID = card.FamilyID
	}
	return e
}

// ConcernsBusiness reports whether all customers may be affected.
func (e Event) ConcernsBusiness() bool { return e.CustomerID == "" && e.FamilyID == "" }

// ConcernsPhone reports whether all cards of a phone may be affected, with guardian and children.
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
