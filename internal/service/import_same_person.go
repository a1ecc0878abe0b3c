package service

import (
	"slices"
	"time"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

func otherNamesOf(rows []importing.Row, effects []importEffect) (others []loyalty.ImportOtherName) {
	for at, effect := range effects {
		if effect.otherName != "" {
			others = append(others, loyalty.ImportOtherName{
				Row: rows[at].Number, Name: rows[at].Name, CustomerID: effect.otherName, Chosen: effect.chosen,
			})
		}
	}
	return others
}

// samePersonOf returns the rows that the owner has joined with customers. It defaults to the last import of the file: a
// file always gives the same result.
func samePersonOf(tx *store.Tx, now time.Time, digest string, request ImportRequest) (map[int]string, error) {
	if request.SamePerson != nil {
		return request.SamePerson, nil
	}
	imports, err := store.ImportsIn(tx).List(now)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(imports, func(former loyalty.Import) bool { return former.Mapping.Digest == digest })
	if at < 0 {
		return nil, nil
	}
	return imports[at].Mapping.SamePerson, nil
}

// namesOfOtherNames reads current names, because an import stores none.
func namesOfOtherNames(tx *store.Tx, importRecord loyalty.Import) (map[string]string, error) {
	var ids []string
	for _, row := range importRecord.Report.OtherNames {
		ids = append(ids, row.CustomerID)
	}
	if importRecord.State != loyalty.ImportChecked || len(ids) == 0 {
		return nil, nil
	}
	customers, err := tx.Reports().CustomerNames(ids)
	names := map[string]string{}
	for id, customer := range customers {
		if !customer.IsArchived {
			names[id] = customer.Name
		}
	}
	return names, err
}
