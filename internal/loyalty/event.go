package loyalty

import "time"

// Event records a change that portals, passes or snapshots show, in the change's transaction. It has only ids.
type Event struct {
	BusinessID string
	Position   int64 // global; zero: not stored
	Kind       EventKind
	CustomerID string
	FamilyID   string
	CardID     string // stamped, or with the reward
	VisitID    string
	RewardID   string
	Day        Day // whose counts change, if no row has it any more
	At         time.Time
}

// EventKind names what happened.
type EventKind string

// Subscribers treat an unknown kind as a change of everything that the event names.
const (
	EventVisitRegistered   EventKind = "visit.registered" // and its reward
	EventVisitDeleted      EventKind = "visit.deleted"
	EventServedByChanged   EventKind = "visit.served-by-changed"
	EventRewardGranted     EventKind = "reward.granted" // by settings, tag or merge
	EventRewardRedeemed    EventKind = "reward.redeemed"
	EventRewardTakenBack   EventKind = "reward.taken-back"
	EventRewardWithdrawn   EventKind = "reward.withdrawn" // by undoing a merge or an import
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
	EventBusinessChanged   EventKind = "business.changed" // or unknown changes
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

// WithCard adds the card and its family.
func (e Event) WithCard(card Card) Event {
	e.CardID = card.ID
	if card.FamilyID != "" {
		e.FamilyID = card.FamilyID
	}
	return e
}

// ConcernsBusiness reports whether the event may affect all customers.
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

// Urgency returns how urgently the event updates passes.
func (e Event) Urgency() PushUrgency {
	switch e.Kind {
	case EventVisitRegistered, EventCardAdjusted:
		return PushCard
	case EventRewardGranted:
		return PushBulk
	}
	return PushRecord
}
