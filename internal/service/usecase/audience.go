package usecase

import (
	"maps"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Audience is whose cards may have changed: those of some customers, or everyone's.
type Audience struct {
	Customers map[string]bool
	Everyone  bool
}

// AudienceOf returns the customers of the transaction's business whom events concern: those that
// an event names, who share a family with them now, and the members of the family that it names;
// for what changes who is on a phone also the guardian and the children. Records that were merged
// show the same card.
func AudienceOf(tx *store.Tx, events []loyalty.Event) (Audience, error) {
	audience := Audience{Customers: map[string]bool{}}
	families, phones := map[string]bool{}, map[string]bool{}
	for _, event := range events {
		if event.ConcernsBusiness() {
			return Audience{Everyone: true}, nil
		}
		addIDs(audience.Customers, event.CustomerID)
		addIDs(families, event.FamilyID)
		if event.ConcernsPhone() {
			addIDs(phones, event.CustomerID)
		}
	}
	named := sortedIDs(audience.Customers)
	if len(named)+len(families) == 0 {
		return audience, nil
	}
	members, err := tx.Events().Families(sortedIDs(families), named)
	if err != nil {
		return audience, err
	}
	addIDs(audience.Customers, members...)
	if len(phones) > 0 {
		onPhones, err := tx.Events().OnPhones(sortedIDs(phones))
		if err != nil {
			return audience, err
		}
		// A visit before a merge earned nothing for the record that was kept: only what
		// happens to the merged record itself concerns it.
		kept, err := followChain(sortedIDs(phones), tx.Events().KeptFor)
		if err != nil {
			return audience, err
		}
		addIDs(audience.Customers, slices.Concat(onPhones, kept)...)
	}
	merged, err := followChain(sortedIDs(audience.Customers), tx.Events().MergedInto)
	addIDs(audience.Customers, merged...)
	return audience, err
}

// followChain returns the records that one step after the other leads to: a record that was kept
// in one merge can be merged in the next.
func followChain(records []string, step func([]string) ([]string, error)) ([]string, error) {
	reached := map[string]bool{}
	for len(records) > 0 {
		found, err := step(records)
		if err != nil {
			return nil, err
		}
		records = slices.DeleteFunc(found, func(id string) bool { return reached[id] })
		addIDs(reached, records...)
	}
	return sortedIDs(reached), nil
}

// addIDs adds ids to a set, but not the empty one.
func addIDs(set map[string]bool, ids ...string) {
	for _, id := range ids {
		if id != "" {
			set[id] = true
		}
	}
}

func sortedIDs(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
