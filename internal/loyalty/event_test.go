package loyalty

import "testing"

func TestEvent_WithoutCustomerAndFamily_ConcernsTheBusiness(t *testing.T) {
	t.Parallel()
	for event, want := range map[Event]bool{
		{Kind: EventBusinessChanged}:                              true,
		{Kind: EventSuspended}:                                    true,
		{Kind: "novelty.done"}:                                    true,
		{Kind: EventVisitRegistered, CustomerID: "ana"}:           false,
		{Kind: EventFamilyChanged, FamilyID: "familia"}:           false,
		{Kind: "novelty.done", CustomerID: "ana", CardID: "card"}: false,
	} {
		if got := event.ConcernsBusiness(); got != want {
			t.Errorf("%+v: ConcernsBusiness is %t, want %t", event, got, want)
		}
	}
}

// Only the urgency PushCard shows a notification: a returned reward or a merge must not.
func TestEventUrgency_VisitsComeFirst(t *testing.T) {
	t.Parallel()
	for kind, want := range map[EventKind]PushUrgency{
		EventVisitRegistered: PushCard,
		EventVisitDeleted:    PushRecord,
		EventRewardTakenBack: PushRecord,
		EventCustomerMerged:  PushRecord,
		EventRewardGranted:   PushBulk,
	} {
		if got := (Event{Kind: kind}).Urgency(); got != want {
			t.Errorf("the urgency of %s is %d, want %d", kind, got, want)
		}
	}
}

func TestEventOnCard_CardOfAFamily_NamesTheFamily(t *testing.T) {
	t.Parallel()
	ana := Customer{ID: "ana", Family: &Membership{FamilyID: "hers"}}
	event := NewCustomerEvent(EventVisitDeleted, ana)
	if own := event.WithCard(Card{ID: "own", CustomerID: "ana"}); own.CardID != "own" || own.FamilyID != "hers" {
		t.Errorf("an event on the own card is %+v; want CardID own and FamilyID hers", own)
	}
	if former := event.WithCard(Card{ID: "shared", FamilyID: "former"}); former.CardID != "shared" || former.FamilyID != "former" {
		t.Errorf("an event on a former family's card is %+v; want CardID shared and FamilyID former", former)
	}
}
