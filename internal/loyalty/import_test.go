package loyalty

import "testing"

func TestAddOtherNames_ManyRows_KeepsAllChosenAndTheFirstOthers(t *testing.T) {
	var report ImportReport
	for batch := range 30 {
		var rows []ImportOtherName
		for row := range 10 {
			rows = append(rows, ImportOtherName{Row: 10*batch + row, Chosen: row%2 == 0})
		}
		report.AddOtherNames(rows)
	}
	chosenCount, others := 0, 0
	for _, row := range report.OtherNames {
		if row.Chosen {
			chosenCount++
			continue
		}
		others++
		if row.Row > 2*MaxOtherNames {
			t.Errorf("row %d is offered instead of an earlier one", row.Row)
		}
	}
	if chosenCount != 150 || others != MaxOtherNames {
		t.Errorf("%d chosen rows and %d others are listed, want 150 and %d", chosenCount, others, MaxOtherNames)
	}
}
