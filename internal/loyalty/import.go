package loyalty

import "time"

// ImportUndoPeriod is how long an import can be undone. Its file and its rows are stored no longer.
const ImportUndoPeriod = 30 * 24 * time.Hour

// MaxOpenImports limits the files of a business that wait to be imported.
const MaxOpenImports = 10

// ImportState is how far an import has come.
type ImportState string

// The states. A worker advances the second, the fourth and the sixth.
const (
	ImportReceiving ImportState = "RECEIVING" // the file is being stored; not listed
	ImportChecking  ImportState = "CHECKING"  // a dry run is in progress
	ImportChecked   ImportState = "CHECKED"   // the dry run is complete: it may start
	ImportImporting ImportState = "IMPORTING"
	ImportDone      ImportState = "DONE"
	ImportUndoing   ImportState = "UNDOING"
	ImportUndone    ImportState = "UNDONE"
	ImportFailed    ImportState = "FAILED"  // with the reason in Failure
	ImportDropped   ImportState = "DROPPED" // discarded before it started; not listed
)

// The orders of day and month in dates such as 03/04/1990.
const (
	DateOrderDayFirst   = "DMY"
	DateOrderMonthFirst = "MDY"
)

// Import is a file of customers that a business sent.
type Import struct {
	ID       string
	FileName string
	State    ImportState
	Version  int64 // incremented when the mapping or the state changes
	Run      int64 // incremented with each dry run and import of the file
	Position int64 // parts of the run that are complete
	Done     int64 // rows of the file in those
	Mapping  ImportMapping
	Report   ImportReport
	Counts   ImportCounts
	Undone   ImportUndoResult
	Failure  string // in Spanish

	CreatedAt     time.Time
	CreatedBy     string // user id
	CreatedByName string
	StartedAt     time.Time
	FinishedAt    time.Time
	UndoneAt      time.Time
	ExpiresAt     time.Time // when its data are removed
}

// ImportMapping is what was decided about a file. Country and Today are the business's when the file was sent, so that
// each run reads the same.
type ImportMapping struct {
	Columns       map[int]string `json:"columns,omitempty"`   // fields chosen by hand, by column; empty: not read
	DateOrder     string         `json:"dateOrder,omitempty"` // chosen by hand; empty: by the whole column
	UnknownAsNote bool           `json:"unknownAsNote,omitempty"`
	Country       string         `json:"country"`
	Today         Day            `json:"today"`
}

// ImportReport is what the parser reported of a file.
type ImportReport struct {
	Format      string         `json:"format"`
	Rows        int64          `json:"rows"`
	Columns     []ImportColumn `json:"columns"`
	Notices     []string       `json:"notices,omitempty"`
	DateOrder   string         `json:"dateOrder"` // empty: no date depends on it
	DateDecided bool           `json:"dateDecided"`
}

// ImportColumn is a column of a file, and the field that it holds; an empty one when it is not read.
type ImportColumn struct {
	Index   int      `json:"index"`
	Header  string   `json:"header"`
	Field   string   `json:"field,omitempty"`
	Samples []string `json:"samples,omitempty"` // the first values
	Filled  int64    `json:"filled"`            // cells with a value
}

// ImportCounts counts the rows of a file. Their sum is New, Known, Merged and Skipped.
type ImportCounts struct {
	New           int64 `json:"new"`    // became customers
	Known         int64 `json:"known"`  // of customers who lack nothing that the row has
	Merged        int64 `json:"merged"` // completed a known customer, or repeated an earlier row
	Skipped       int64 `json:"skipped"`
	Minors        int64 `json:"minors"` // of the skipped ones
	OpeningStamps int64 `json:"openingStamps"`
	Owed          int64 `json:"owed"`          // customers who start with a reward
	LastVisits    int64 `json:"lastVisits"`    // customers who got a last visit
	ConsentClaims int64 `json:"consentClaims"` // rows with a claim of consent, which is evidence only
}

// ImportUndoResult counts the customers of an undone import.
type ImportUndoResult struct {
	Removed  int64            `json:"removed"`           // created by the import, and removed
	Restored int64            `json:"restored"`          // known before, and as before again
	Kept     int64            `json:"kept"`              // kept something of the import
	Reasons  map[string]int64 `json:"reasons,omitempty"` // customers by reason, in Spanish
}

// Keep counts a customer who keeps something.
func (u *ImportUndoResult) Keep(reason string) {
	if u.Reasons == nil {
		u.Reasons = map[string]int64{}
	}
	u.Kept++
	u.Reasons[reason]++
}

// UndoUntil returns until when an import can be undone; zero if it cannot.
func (i Import) UndoUntil() time.Time {
	if i.State != ImportDone {
		return time.Time{}
	}
	return i.StartedAt.Add(ImportUndoPeriod)
}

// MayChange refuses to change the mapping of an import that has started, or one that the caller saw in another version.
func (i Import) MayChange(version int64) error {
	if version != 0 && version != i.Version {
		return ErrImportChanged
	}
	switch i.State {
	case ImportChecking, ImportChecked, ImportFailed:
		if i.StartedAt.IsZero() {
			return nil
		}
	}
	return ErrImportStarted
}

// MayStart refuses to start an import before its dry run is complete, or while its dates are ambiguous.
func (i Import) MayStart(version int64) error {
	if err := i.MayChange(version); err != nil {
		return err
	}
	if i.State != ImportChecked {
		return ErrImportNotChecked
	}
	if !i.Report.DateDecided {
		return ErrImportDateOrder
	}
	return nil
}

// MayUndo refuses to undo an import that is not complete, or too late.
func (i Import) MayUndo(now time.Time) error {
	switch {
	case i.State == ImportUndoing || i.State == ImportUndone:
		return ErrImportUndone
	case i.State != ImportDone:
		return ErrImportNotDone
	case now.After(i.UndoUntil()):
		return ErrImportTooLate
	}
	return nil
}
