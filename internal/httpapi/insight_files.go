package httpapi

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
)

func (c insightCalls) staffFile(ctx context.Context, in *InsightInput) (*fileOutput, error) {
	report, err := c.cases.Insights.Staff(ctx, actor(ctx), in.request())
	if err != nil {
		return nil, err
	}
	rows := [][]string{{
		"Quién", "Desde", "Hasta", "Visitas", "Días", "Clientes", "Nuevos", "Autorizadas", "Deshechas", "Eliminadas", "Canjeadas",
		"Primeras visitas (n)", "Volvieron", "Volvieron con la misma persona",
	}}
	for _, line := range report.Lines {
		now := line.Now
		row := []string{line.Name, string(report.Now.From), string(report.Now.To)}
		for _, count := range []int64{
			now.Visits, now.Days, now.Customers, now.NewCustomers, now.AuthorizedVisits, now.UndoneVisits, now.DeletedVisits, now.RedeemedRewards,
			line.ReturnedShare.Total, line.ReturnedShare.Part, line.ReturnedToBarber.Part,
		} {
			row = append(row, decimal(count))
		}
		rows = append(rows, row)
	}
	return csvFile(fmt.Sprintf("quien-%s-%s", report.Now.From, report.Now.To), rows), nil
}

func (c insightCalls) returnsFile(ctx context.Context, _ *noInput) (*fileOutput, error) {
	report, err := c.cases.Insights.Returns(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	rows := [][]string{{"Mes de la primera visita", "Clientes nuevos", "Volvieron en 90 días", "Mes completo"}}
	for _, month := range report.Months {
		rows = append(rows, []string{month.Month, decimal(month.ReturnedShare.Total), decimal(month.ReturnedShare.Part), yesOrNo(month.IsComplete)})
	}
	return csvFile("vuelven-"+string(report.FirstVisits.To), rows), nil
}

func rewardNames() map[loyalty.RewardKind]string {
	return map[loyalty.RewardKind]string{
		loyalty.RewardFree: "Servicio gratis", loyalty.RewardHalf: "50 %", loyalty.RewardWelcome: "Descuento de bienvenida",
	}
}

func (c insightCalls) debtFile(ctx context.Context, in *InsightInput) (*fileOutput, error) {
	report, err := c.cases.Insights.Debt(ctx, actor(ctx), in.request())
	if err != nil {
		return nil, err
	}
	rows := [][]string{{"Recompensa", "Desde (días)", "Hasta (días)", "Pendientes"}}
	for _, line := range owedByAgeOf(report) {
		to := ""
		if line.ToDays != nil {
			to = fmt.Sprint(*line.ToDays)
		}
		rows = append(rows, []string{rewardNames()[line.Kind], fmt.Sprint(line.FromDays), to, decimal(line.Count)})
	}
	return csvFile("debo-"+string(report.InsightPeriods.Now.To), rows), nil
}
