//! Curves of a training and of chances, as CSV and as pictures in SVG.

use std::ops::Range;

use plotters::prelude::*;
use serde::Serialize;

use super::TrainError;
use super::chances::Shares;
use super::trainer::Epoch;
use crate::eval::Chances;

/// The size of a picture, in pixels.
const SIZE: (u32, u32) = (800, 500);

/// The losses by epoch as CSV. `constant_loss` is that of the best constant.
///
/// # Errors
///
/// None in practice: a number cannot be written.
pub fn losses_csv(curve: &[Epoch], constant_loss: f64) -> Result<String, TrainError> {
    #[derive(Serialize)]
    struct Row {
        epoch: u32,
        learning_rate: f32,
        training_loss: f64,
        validation_loss: f64,
        constant_loss: f64,
    }
    csv_text(curve.iter().map(|epoch| Row {
        epoch: epoch.epoch,
        learning_rate: epoch.learning_rate,
        training_loss: epoch.training_loss,
        validation_loss: epoch.validation_loss,
        constant_loss,
    }))
}

/// Measured shares of results beside the fitted chances as CSV; scores are in centipawns.
///
/// # Errors
///
/// None in practice: a number cannot be written.
pub fn chances_csv(shares: &[Shares], chances: Option<Chances>) -> Result<String, TrainError> {
    #[derive(Serialize)]
    struct Row {
        score: f64,
        positions: u64,
        wins: f64,
        draws: f64,
        losses: f64,
        fitted_wins: Option<f64>,
        fitted_losses: Option<f64>,
    }
    csv_text(shares.iter().map(|shares| Row {
        score: shares.score,
        positions: shares.positions,
        wins: shares.results[2],
        draws: shares.results[1],
        losses: shares.results[0],
        fitted_wins: chances.map(|chances| chances.win(shares.score)),
        fitted_losses: chances.map(|chances| chances.loss(shares.score)),
    }))
}

fn csv_text(rows: impl Iterator<Item = impl Serialize>) -> Result<String, TrainError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| TrainError::Report(error.to_string());
    for row in rows {
        writer.serialize(row).map_err(failed)?;
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| failed(error.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A line, or points, in a picture.
struct Series {
    name: &'static str,
    color: RGBColor,
    points: Vec<(f64, f64)>,
    is_line: bool,
}

/// The losses by epoch as a picture.
///
/// # Errors
///
/// The picture cannot be drawn; without an epoch there is none.
pub fn losses_svg(curve: &[Epoch]) -> Result<String, TrainError> {
    if curve.is_empty() {
        return Err(TrainError::Report("there are no losses yet".to_owned()));
    }
    let line = |name, color, loss: fn(&Epoch) -> f64| Series {
        name,
        color,
        points: curve
            .iter()
            .map(|e| (f64::from(e.epoch), loss(e)))
            .collect(),
        is_line: true,
    };
    let series = [
        line("training", BLUE, |epoch| epoch.training_loss),
        line("validation", RED, |epoch| epoch.validation_loss),
    ];
    let losses = || {
        series
            .iter()
            .flat_map(|s| s.points.iter().map(|point| point.1))
    };
    let low = losses().fold(f64::INFINITY, f64::min);
    let high = losses().fold(0.0, f64::max);
    let margin = 0.05 * (high - low).max(1e-6);
    let epochs = 0.0..curve.len().max(1) as f64;
    draw(
        ("epoch", epochs),
        ("loss", low - margin..high + margin),
        &series,
    )
}

/// Measured shares of results, and the fitted chances, by score in centipawns, as a picture.
///
/// # Errors
///
/// The picture cannot be drawn.
pub fn chances_svg(
    shares: &[Shares],
    chances: Option<Chances>,
    most: f64,
) -> Result<String, TrainError> {
    let mut series = Vec::new();
    for (index, name, fitted_name, color) in [
        (2, "won", "won, fitted", GREEN),
        (1, "drawn", "drawn, fitted", BLACK),
        (0, "lost", "lost, fitted", RED),
    ] {
        series.push(Series {
            name,
            color,
            points: shares.iter().map(|s| (s.score, s.results[index])).collect(),
            is_line: false,
        });
        let Some(chances) = chances else { continue };
        let fitted = move |x: f64| match index {
            2 => chances.win(x),
            1 => 1.0 - chances.win(x) - chances.loss(x),
            _ => chances.loss(x),
        };
        let steps = (0..=100).map(|step| (f64::from(step) / 50.0 - 1.0) * most);
        series.push(Series {
            name: fitted_name,
            color,
            points: steps.map(|x| (x, fitted(x))).collect(),
            is_line: true,
        });
    }
    draw(("centipawns", -most..most), ("share", 0.0..1.0), &series)
}

fn draw(
    (x_name, x): (&str, Range<f64>),
    (y_name, y): (&str, Range<f64>),
    series: &[Series],
) -> Result<String, TrainError> {
    let mut text = String::new();
    let drawn = try_draw(&mut text, (x_name, x), (y_name, y), series);
    drawn.map_err(|error| TrainError::Report(error.to_string()))?;
    Ok(text)
}

fn try_draw(
    text: &mut String,
    (x_name, x): (&str, Range<f64>),
    (y_name, y): (&str, Range<f64>),
    series: &[Series],
) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(15)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .x_desc(x_name)
        .y_desc(y_name)
        .light_line_style(TRANSPARENT)
        .draw()?;
    for Series {
        name,
        color,
        points,
        is_line,
    } in series
    {
        let points = points.iter().copied();
        let drawn = if *is_line {
            chart.draw_series(LineSeries::new(points, color.stroke_width(2)))?
        } else {
            chart.draw_series(points.map(|point| Circle::new(point, 3, color.filled())))?
        };
        drawn
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 15, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_become_tables_and_pictures() {
        let curve: Vec<Epoch> = (1..=3)
            .map(|epoch| Epoch {
                epoch,
                learning_rate: 0.001,
                training_loss: 0.1 / f64::from(epoch),
                validation_loss: 0.2 / f64::from(epoch),
            })
            .collect();
        let csv = losses_csv(&curve, 0.25).expect("a table");
        assert_eq!(csv.lines().nth(2), Some("2,0.001,0.05,0.1,0.25"), "{csv}");
        for curve in [&curve[..], &curve[..1]] {
            let svg = losses_svg(curve).expect("a picture");
            assert!(svg.starts_with("<svg") && svg.contains("validation"));
        }
        let shares = [Shares {
            score: 50.0,
            positions: 4,
            results: [0.25, 0.25, 0.5],
        }];
        let chances = Chances {
            half: 100.0,
            spread: 80.0,
        };
        let csv = chances_csv(&shares, None).expect("a table");
        assert_eq!(csv.lines().nth(1), Some("50.0,4,0.5,0.25,0.25,,"));
        let svg = chances_svg(&shares, Some(chances), 600.0).expect("a picture");
        assert!(svg.contains("circle") && svg.contains("fitted"));
    }
}
