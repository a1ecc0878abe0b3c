package usecase

import (
	"maps"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Audience has the customers with cards that events may have changed.
type Audience struct {
	Customers map[string]bool
	Everyone  bool
}

// AudienceOf returns the customers named by events, members of named families, and all who share a family with them
// now. If an event concerns a phone, guardian, children and kept records are included; then records merged into any of
// these.
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
	namedIDs := sortedIDs(audience.Customers)
	if len(namedIDs)+len(families) == 0 {
		return audience, nil
	}
	members, err := tx.Events().FamilyMembers(sortedIDs(families), namedIDs)
	if err != nil {
		return audience, err
	}
	addIDs(audience.Customers, members...)
	if len(phones) > 0 {
		onPhones, err := tx.Events().SharingPhones(sortedIDs(phones))
		if err != nil {
			return audience, err
		}
		// Only these events of a merged record concern the kept one: its older visits earned the kept one nothing.
		keptIDs, err := followChain(sortedIDs(phones), tx.Events().MergeTargets)
		if err != nil {
			return audience, err
		}
		addIDs(audience.Customers, slices.Concat(onPhones, keptIDs)...)
	}
	mergedIDs, err := followChain(sortedIDs(audience.Customers), tx.Events().MergeSources)
	addIDs(audience.Customers, mergedIDs...)
	return audience, err
}

// followChain ends when it finds no new record: a kept record may itself be merged.
func followChain(records []string, step func([]string) ([]string, error)) ([]string, error) {
	reachedIDs := map[string]bool{}
	for len(records) > 0 {
		nextIDs, err := step(records)
		if err != nil {
			return nil, err
		}
		records = slices.DeleteFunc(nextIDs, func(id string) bool { return reachedIDs[id] })
		addIDs(reachedIDs, records...)
	}
	return sortedIDs(reachedIDs), nil
}

func addIDs(set map[string]bool, ids ...string) {
	for _, id := range ids {
		if id != "" {
			set[id] = true
		}
	}
}

func sortedIDs(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
