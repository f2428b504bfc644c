/** The text of widget.css; the route that serves the script defines it before the widget. */
declare const checkoutStyles: string;
