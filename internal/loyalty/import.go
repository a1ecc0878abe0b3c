package loyalty

import "time"

// ImportUndoPeriod is how long an import can be undone; then its file and rows are removed.
const ImportUndoPeriod = 30 * 24 * time.Hour

// MaxOpenImports limits a business's waiting files.
const MaxOpenImports = 10

const (
	// MaxOtherNames limits the rows offered as the same person under another name.
	MaxOtherNames = 100
	// MaxSamePerson limits the rows declared to be the same person.
	MaxSamePerson = 500
)

// ImportState is an import's progress.
type ImportState string

// Workers process CHECKING, IMPORTING and UNDOING.
const (
	ImportReceiving ImportState = "RECEIVING"
	ImportChecking  ImportState = "CHECKING"
	ImportChecked   ImportState = "CHECKED"
	ImportImporting ImportState = "IMPORTING"
	ImportDone      ImportState = "DONE"
	ImportUndoing   ImportState = "UNDOING"
	ImportUndone    ImportState = "UNDONE"
	ImportFailed    ImportState = "FAILED"
	ImportDropped   ImportState = "DROPPED" // discarded; not listed
)

// For dates such as 03/04/1990.
const (
	DateOrderDayFirst   = "DMY"
	DateOrderMonthFirst = "MDY"
)

// Import is a file of customers.
type Import struct {
	ID         string
	FileName   string
	State      ImportState
	Version    int64
	Run        int64 // incremented by dry runs and imports
	Position   int64 // completed parts of the run
	RowsDone   int64 // rows of these parts
	Mapping    ImportMapping
	Report     ImportReport
	Counts     ImportCounts
	UndoResult ImportUndoResult
	Failure    string

	CreatedAt     time.Time
	CreatedBy     string
	CreatedByName string
	StartedAt     time.Time
	FinishedAt    time.Time
	UndoneAt      time.Time
	ExpiresAt     time.Time
}

// ImportMapping is how a file is read. Country and Today are fixed: all runs read the same.
type ImportMapping struct {
	Columns       map[int]string // chosen by hand; empty: not read
	DateOrder     string         // empty: derived from the column
	UnknownAsNote bool
	Country       string
	Today         Day
	Digest        string         // SHA-256, hexadecimal
	SamePerson    map[int]string // row to customer id
}

// ImportReport is the parser's report.
type ImportReport struct {
	Format      string
	Rows        int64
	Columns     []ImportColumn
	Notices     []string
	DateOrder   string
	DateDecided bool
	OtherNames  []ImportOtherName
}

// ImportOtherName is a row whose phone or e-mail belongs to a customer with another name.
type ImportOtherName struct {
	Row        int
	Name       string
	CustomerID string
	Chosen     bool
}

// AddOtherNames keeps all chosen rows, and others up to MaxOtherNames.
func (r *ImportReport) AddOtherNames(newRows []ImportOtherName) {
	offeredCount := 0
	for _, row := range r.OtherNames {
		if !row.Chosen {
			offeredCount++
		}
	}
	for _, row := range newRows {
		if !row.Chosen && offeredCount == MaxOtherNames {
			continue
		}
		if !row.Chosen {
			offeredCount++
		}
		r.OtherNames = append(r.OtherNames, row)
	}
}

// ImportColumn is a column with its field; empty: not read.
type ImportColumn struct {
	Index   int
	Header  string
	Field   string
	Samples []string
	Filled  int64 // cells with a value
}

// ImportCounts counts rows. New, Known, Merged and Skipped add up to all.
type ImportCounts struct {
	New           int64
	Known         int64 // nothing new
	Merged        int64 // completes a customer, or repeats a row
	Skipped       int64
	Minors        int64 // among Skipped
	OpeningStamps int64
	Owed          int64 // customers with a reward
	LastVisits    int64
	ConsentClaims int64 // evidence, not consent
}

// ImportUndoResult counts customers by the effect of an undo.
type ImportUndoResult struct {
	Removed  int64
	Restored int64
	Kept     int64
	Reasons  map[string]int64 // kept, by Spanish reason
}

// Keep counts a customer who keeps imported data.
func (u *ImportUndoResult) Keep(reason string) {
	if u.Reasons == nil {
		u.Reasons = map[string]int64{}
	}
	u.Kept++
	u.Reasons[reason]++
}

// UndoUntil returns the end of the undo period; zero: none.
func (i Import) UndoUntil() time.Time {
	if i.State != ImportDone {
		return time.Time{}
	}
	return i.StartedAt.Add(ImportUndoPeriod)
}

// MayChange refuses started imports and other versions.
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

// MayStart refuses an incomplete dry run, and ambiguous dates.
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

// MayUndo refuses incomplete imports and late undos.
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
