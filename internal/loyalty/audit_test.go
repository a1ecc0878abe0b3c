package loyalty

import (
	"reflect"
	"testing"
)

func TestAnEventConcernsWhoseCardItChanges(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		event Event
		want  Concern
	}{
		{Event{Action: ActionVisitRegistered, SubjectID: "visit", Detail: "ana"}, Concern{Customers: []string{"ana"}}},
		{Event{Action: ActionVisitDeleted, SubjectID: "visit", Detail: "ana"}, Concern{Customers: []string{"ana"}, Visit: "visit"}},
		{Event{Action: ActionRewardRedeemed, SubjectID: "reward", Detail: "ana"}, Concern{Customers: []string{"ana"}}},
		{Event{Action: ActionRewardTakenBack, SubjectID: "reward", Detail: "ana no era ella"}, Concern{Customers: []string{"ana"}, Reward: "reward"}},
		{Event{Action: ActionCustomerChanged, SubjectID: "ana"}, Concern{Customers: []string{"ana"}}},
		{Event{Action: ActionQRChanged, SubjectID: "ana"}, Concern{Customers: []string{"ana"}}},
		{Event{Action: ActionUnsubscribed, SubjectID: "ana", Detail: "PORTAL"}, Concern{Customers: []string{"ana"}}},
		{Event{Action: ActionConsentChanged, SubjectID: "ana", Detail: "EMAIL"}, Concern{Customers: []string{"ana"}}},
		{Event{Action: ActionPortalSignOut, SubjectID: "ana"}, Concern{Customers: []string{"ana"}}},
		{Event{Action: ActionCustomersMerged, SubjectID: "ana", Detail: "doble"}, Concern{Customers: []string{"ana", "doble"}}},
		{Event{Action: ActionMergeUndone, SubjectID: "ana", Detail: "doble"}, Concern{Customers: []string{"ana", "doble"}}},
		{Event{Action: ActionFamilyChanged, SubjectID: "familia", Detail: "POOL -> NONE"}, Concern{Family: "familia"}},
		{Event{Action: ActionFamilyLeft, SubjectID: "familia", Detail: "ana"}, Concern{Customers: []string{"ana"}, Family: "familia"}},
		{Event{Action: ActionFamilyRole, SubjectID: "familia", Detail: "ana CHILD"}, Concern{Customers: []string{"ana"}, Family: "familia"}},
		{Event{Action: ActionSignIn, SubjectID: "barbero"}, Concern{}},
		{Event{Action: ActionDeviceHandedOver, SubjectID: "tableta", Detail: "3"}, Concern{}},
		{Event{Action: ActionExported, SubjectID: "barberia"}, Concern{}},
		{Event{Action: ActionBusinessChanged, SubjectID: "barberia"}, Concern{Everyone: true}},
		{Event{Action: ActionSuspended, SubjectID: "barberia"}, Concern{Everyone: true}},
		{Event{Action: "novelty.done", SubjectID: "ana"}, Concern{Everyone: true}},
	} {
		if got := test.event.Concerns(); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s concerns %+v, want %+v", test.event.Action, got, test.want)
		}
	}
}

// TestByAVisitAloneIsAnythingEarned: a reward that is owed again, or stamps of another record,
// are no news to her.
func TestByAVisitAloneIsAnythingEarned(t *testing.T) {
	t.Parallel()
	for action, want := range map[Action]bool{
		ActionVisitRegistered: true, ActionVisitAuthorized: true, ActionVisitDeleted: false, ActionVisitUndone: false,
		ActionRewardRedeemed: false, ActionRewardTakenBack: false, ActionCustomersMerged: false, ActionMergeUndone: false,
		ActionFamilyJoined: false, ActionFamilyLeft: false, ActionCustomerChanged: false, "novelty.done": false,
	} {
		if got := (Event{Action: action}).Earns(); got != want {
			t.Errorf("%s earns: %t", action, got)
		}
	}
}
