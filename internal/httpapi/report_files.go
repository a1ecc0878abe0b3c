package httpapi

import (
	"context"
	"fmt"
	"strconv"

	"github.com/xuri/excelize/v2"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type reportFileInput struct {
	ReportInput
	Search string `query:"q" maxLength:"200" doc:"Part of a name"`
	Format string `query:"format" enum:"csv,xlsx" default:"csv"`
}

func (c reportCalls) servicesFile(ctx context.Context, in *reportFileInput) (*fileOutput, error) {
	report, err := c.cases.Reports.Services(ctx, actor(ctx), service.ReportRequest{Date: in.Date, Range: in.Range, Search: in.Search})
	if err != nil {
		return nil, err
	}
	encode, contentType := servicesCSV, csvType
	if in.Format == "xlsx" {
		encode, contentType = servicesXLSX, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	content, err := encode(report)
	if err != nil {
		return nil, fmt.Errorf("writing the report as %s: %w", in.Format, err)
	}
	return &fileOutput{
		ContentType: contentType,
		Disposition: fmt.Sprintf(`attachment; filename="servicios-%s-%s.%s"`, rangeNames[report.Range], report.Window.Day.From, in.Format),
		Body:        content,
	}, nil
}

var rangeNames = map[loyalty.Range]string{
	loyalty.RangeDay:   "dia",
	loyalty.RangeWeek:  "semana",
	loyalty.RangeMonth: "mes",
}

func serviceColumns(w loyalty.Window) []string {
	return []string{
		"Cliente", "Día " + string(w.Day.From),
		fmt.Sprintf("Semana %s a %s", w.Week.From, w.Week.To), fmt.Sprintf("Mes %s a %s", w.Month.From, w.Month.To),
	}
}

// servicesCSV has semicolons and a UTF-8 BOM for Spanish spreadsheets.
func servicesCSV(report service.ServicesReport) ([]byte, error) {
	rows := [][]string{serviceColumns(report.Window)}
	for _, item := range report.Items {
		rows = append(rows, []string{item.Name, decimal(item.Day), decimal(item.Week), decimal(item.Month)})
	}
	return csvTable(';', rows), nil
}

func decimal(count int64) string { return strconv.FormatInt(count, 10) }

const sheet = "Servicios"

func servicesXLSX(report service.ServicesReport) (content []byte, err error) {
	book := excelize.NewFile()
	defer func() {
		if fault := book.Close(); err == nil {
			err = fault
		}
	}()
	if err := book.SetSheetName("Sheet1", sheet); err != nil {
		return nil, err
	}
	if err := writeSheet(book, report); err != nil {
		return nil, err
	}
	out, err := book.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func writeSheet(book *excelize.File, report service.ServicesReport) error {
	writer, err := book.NewStreamWriter(sheet)
	if err != nil {
		return err
	}
	if err := writer.SetColWidth(1, 4, 28); err != nil {
		return err
	}
	var heads []any
	for _, name := range serviceColumns(report.Window) {
		heads = append(heads, name)
	}
	rows := [][]any{heads}
	for _, item := range report.Items {
		rows = append(rows, []any{item.Name, item.Day, item.Week, item.Month})
	}
	for i, row := range rows {
		if err := writer.SetRow("A"+strconv.Itoa(i+1), row); err != nil {
			return err
		}
	}
	return writer.Flush()
}
